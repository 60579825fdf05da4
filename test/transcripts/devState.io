// balances: the newest state is another one at once, and no block comes of it
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0xde0b6b3a7640001"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"eth_getBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8"]}
<< {"jsonrpc":"2.0","id":2,"result":"0xde0b6b3a7640001"}
>> {"jsonrpc":"2.0","id":3,"method":"eth_getBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0x4"]}
<< {"jsonrpc":"2.0","id":3,"result":"0xde0b6b3a7640001"}
>> {"jsonrpc":"2.0","id":4,"method":"eth_getBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","pending"]}
<< {"jsonrpc":"2.0","id":4,"result":"0xde0b6b3a7640001"}
>> {"jsonrpc":"2.0","id":5,"method":"eth_getBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0x3"]}
<< {"jsonrpc":"2.0","id":5,"result":"0x21e27c1301d8aab7800"}
>> {"jsonrpc":"2.0","id":6,"method":"eth_blockNumber","params":[]}
<< {"jsonrpc":"2.0","id":6,"result":"0x4"}
>> {"jsonrpc":"2.0","id":7,"method":"anvil_setBalance","params":["0x000000000000000000000000000000000000dEaD","1000"]}
<< {"jsonrpc":"2.0","id":7,"result":true}
>> {"jsonrpc":"2.0","id":8,"method":"ganache_setBalance","params":["0x000000000000000000000000000000000000dead",1001]}
<< {"jsonrpc":"2.0","id":8,"result":true}
>> {"jsonrpc":"2.0","id":9,"method":"evm_setAccountBalance","params":["0x000000000000000000000000000000000000dead","0x03ea"]}
<< {"jsonrpc":"2.0","id":9,"result":true}
>> {"jsonrpc":"2.0","id":10,"method":"tenderly_setBalance","params":["0x000000000000000000000000000000000000dead","0x0"]}
<< {"jsonrpc":"2.0","id":10,"result":true}
>> {"jsonrpc":"2.0","id":11,"method":"hardhat_addBalance","params":["0x000000000000000000000000000000000000dead","0x1"]}
<< {"jsonrpc":"2.0","id":11,"result":true}
>> {"jsonrpc":"2.0","id":12,"method":"anvil_addBalance","params":["0x000000000000000000000000000000000000dead","0x2"]}
<< {"jsonrpc":"2.0","id":12,"result":true}
>> {"jsonrpc":"2.0","id":13,"method":"ganache_addBalance","params":["0x000000000000000000000000000000000000dead","0x3"]}
<< {"jsonrpc":"2.0","id":13,"result":true}
>> {"jsonrpc":"2.0","id":14,"method":"tenderly_addBalance","params":["0x000000000000000000000000000000000000dead","0x4"]}
<< {"jsonrpc":"2.0","id":14,"result":true}
>> {"jsonrpc":"2.0","id":15,"method":"eth_getBalance","params":["0x000000000000000000000000000000000000dead"]}
<< {"jsonrpc":"2.0","id":15,"result":"0xa"}

// code
>> {"jsonrpc":"2.0","id":20,"method":"hardhat_setCode","params":["0x000000000000000000000000000000000000c0de","0x602a60005260206000f3"]}
<< {"jsonrpc":"2.0","id":20,"result":true}
>> {"jsonrpc":"2.0","id":21,"method":"eth_call","params":[{"to":"0x000000000000000000000000000000000000c0de"}]}
<< {"jsonrpc":"2.0","id":21,"result":"0x000000000000000000000000000000000000000000000000000000000000002a"}
>> {"jsonrpc":"2.0","id":22,"method":"anvil_setCode","params":["0x000000000000000000000000000000000000c0de","0x602b60005260206000f3"]}
<< {"jsonrpc":"2.0","id":22,"result":true}
>> {"jsonrpc":"2.0","id":23,"method":"eth_call","params":[{"to":"0x000000000000000000000000000000000000c0de"},"pending"]}
<< {"jsonrpc":"2.0","id":23,"result":"0x000000000000000000000000000000000000000000000000000000000000002b"}
>> {"jsonrpc":"2.0","id":24,"method":"ganache_setCode","params":["0x000000000000000000000000000000000000c0de","0x602c60005260206000f3"]}
<< {"jsonrpc":"2.0","id":24,"result":true}
>> {"jsonrpc":"2.0","id":25,"method":"evm_setAccountCode","params":["0x000000000000000000000000000000000000c0de","0x"]}
<< {"jsonrpc":"2.0","id":25,"result":true}
>> {"jsonrpc":"2.0","id":26,"method":"eth_getCode","params":["0x000000000000000000000000000000000000c0de"]}
<< {"jsonrpc":"2.0","id":26,"result":"0x"}

// nonces, higher and lower
>> {"jsonrpc":"2.0","id":30,"method":"hardhat_setNonce","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","0x64"]}
<< {"jsonrpc":"2.0","id":30,"result":true}
>> {"jsonrpc":"2.0","id":31,"method":"eth_getTransactionCount","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","pending"]}
<< {"jsonrpc":"2.0","id":31,"result":"0x64"}
>> {"jsonrpc":"2.0","id":32,"method":"eth_sendTransaction","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8"}]}
<< {"jsonrpc":"2.0","id":32,"result":"0x3f183e9fddb43bed65184c389b03c82f239c37c5d7547f0e84a98c2362c690cf"}
>> {"jsonrpc":"2.0","id":33,"method":"anvil_setNonce","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","0x2"]}
<< {"jsonrpc":"2.0","id":33,"result":true}
>> {"jsonrpc":"2.0","id":34,"method":"ganache_setNonce","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",100]}
<< {"jsonrpc":"2.0","id":34,"result":true}
>> {"jsonrpc":"2.0","id":35,"method":"eth_sendTransaction","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","value":"0x1"}]}
<< {"jsonrpc":"2.0","id":35,"result":"0x117b2cbc4e14e5459c1dc3633a20ae2a579db0e1b98bc7635e8ed202ef1f4327"}
>> {"jsonrpc":"2.0","id":36,"method":"evm_setAccountNonce","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","0x0"]}
<< {"jsonrpc":"2.0","id":36,"result":true}
>> {"jsonrpc":"2.0","id":37,"method":"eth_getTransactionCount","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","latest"]}
<< {"jsonrpc":"2.0","id":37,"result":"0x0"}
>> {"jsonrpc":"2.0","id":38,"method":"eth_blockNumber","params":[]}
<< {"jsonrpc":"2.0","id":38,"result":"0x6"}

// storage: slots and words are padded
>> {"jsonrpc":"2.0","id":40,"method":"hardhat_setStorageAt","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","0x0","0x0000000000000000000000000000000000000000000000000000000000000007"]}
<< {"jsonrpc":"2.0","id":40,"result":true}
>> {"jsonrpc":"2.0","id":41,"method":"eth_getStorageAt","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","0x0"]}
<< {"jsonrpc":"2.0","id":41,"result":"0x0000000000000000000000000000000000000000000000000000000000000007"}
>> {"jsonrpc":"2.0","id":42,"method":"anvil_setStorageAt","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","0x0000000000000000000000000000000000000000000000000000000000000000","0x8"]}
<< {"jsonrpc":"2.0","id":42,"result":true}
>> {"jsonrpc":"2.0","id":43,"method":"eth_getStorageAt","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","0x0","pending"]}
<< {"jsonrpc":"2.0","id":43,"result":"0x0000000000000000000000000000000000000000000000000000000000000008"}
>> {"jsonrpc":"2.0","id":44,"method":"ganache_setStorageAt","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512",1,"0x9"]}
<< {"jsonrpc":"2.0","id":44,"result":true}
>> {"jsonrpc":"2.0","id":45,"method":"evm_setAccountStorageAt","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","0x0","0x0"]}
<< {"jsonrpc":"2.0","id":45,"result":true}
>> {"jsonrpc":"2.0","id":46,"method":"debug_storageRangeAt","params":["latest",1,"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","0x",9]}
<< {"jsonrpc":"2.0","id":46,"result":{"storage":{"0xb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf6":{"key":"0x0000000000000000000000000000000000000000000000000000000000000001","value":"0x0000000000000000000000000000000000000000000000000000000000000009"}},"nextKey":null}}
>> {"jsonrpc":"2.0","id":47,"method":"eth_getStorageAt","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","0x0","0x4"]}
<< {"jsonrpc":"2.0","id":47,"result":"0x000000000000000000000000000000000000000000000000000000000000002a"}

// tokens: this contract answers calls with data by a revert; the next one with slot 5, whoever is asked for
>> {"jsonrpc":"2.0","id":50,"method":"anvil_dealERC20","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","0x64"]}
<< {"jsonrpc":"2.0","id":50,"error":{"code":-32000,"message":"no storage slot of 0xe7f1725e7734ce288f8367e1bb143e90bb3f0512 determines the result 0x64"}}
>> {"jsonrpc":"2.0","id":51,"method":"hardhat_setCode","params":["0x0000000000000000000000000000000000070cee","0x60055460005260206000f3"]}
<< {"jsonrpc":"2.0","id":51,"result":true}
>> {"jsonrpc":"2.0","id":52,"method":"anvil_dealERC20","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0x0000000000000000000000000000000000070cee","0x64"]}
<< {"jsonrpc":"2.0","id":52,"result":true}
>> {"jsonrpc":"2.0","id":53,"method":"eth_getStorageAt","params":["0x0000000000000000000000000000000000070cee","0x5"]}
<< {"jsonrpc":"2.0","id":53,"result":"0x0000000000000000000000000000000000000000000000000000000000000064"}
>> {"jsonrpc":"2.0","id":54,"method":"hardhat_dealERC20","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0x0000000000000000000000000000000000070cee","0x65"]}
<< {"jsonrpc":"2.0","id":54,"result":true}
>> {"jsonrpc":"2.0","id":55,"method":"anvil_dealErc20","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0x0000000000000000000000000000000000070cee","0x66"]}
<< {"jsonrpc":"2.0","id":55,"result":true}
>> {"jsonrpc":"2.0","id":56,"method":"anvil_setERC20Balance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0x0000000000000000000000000000000000070cee","0x67"]}
<< {"jsonrpc":"2.0","id":56,"result":true}
>> {"jsonrpc":"2.0","id":57,"method":"anvil_setERC20Allowance","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0x0000000000000000000000000000000000070cee","0x68"]}
<< {"jsonrpc":"2.0","id":57,"result":true}
>> {"jsonrpc":"2.0","id":58,"method":"hardhat_setERC20Allowance","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0x0000000000000000000000000000000000070cee","0x69"]}
<< {"jsonrpc":"2.0","id":58,"result":true}
>> {"jsonrpc":"2.0","id":59,"method":"anvil_setErc20Allowance","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0x0000000000000000000000000000000000070cee","0x6a"]}
<< {"jsonrpc":"2.0","id":59,"result":true}
>> {"jsonrpc":"2.0","id":60,"method":"eth_getStorageAt","params":["0x0000000000000000000000000000000000070cee","0x5"]}
<< {"jsonrpc":"2.0","id":60,"result":"0x000000000000000000000000000000000000000000000000000000000000006a"}

// bad input
>> {"jsonrpc":"2.0","id":70,"method":"hardhat_setBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8"]}
<< {"jsonrpc":"2.0","id":70,"error":{"code":-32602,"message":"missing value for required argument 1"}}
>> {"jsonrpc":"2.0","id":71,"method":"hardhat_setBalance","params":["0x7099","0x1"]}
<< {"jsonrpc":"2.0","id":71,"error":{"code":-32602,"message":"invalid argument 0: hex string has length 4, want 40"}}
>> {"jsonrpc":"2.0","id":72,"method":"hardhat_setBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","-1"]}
<< {"jsonrpc":"2.0","id":72,"error":{"code":-32602,"message":"invalid argument 1: hex string without 0x prefix"}}
>> {"jsonrpc":"2.0","id":73,"method":"hardhat_setBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0x10000000000000000000000000000000000000000000000000000000000000000"]}
<< {"jsonrpc":"2.0","id":73,"error":{"code":-32602,"message":"invalid argument 1: hex number > 256 bits"}}
>> {"jsonrpc":"2.0","id":74,"method":"hardhat_setBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"]}
<< {"jsonrpc":"2.0","id":74,"result":true}
>> {"jsonrpc":"2.0","id":75,"method":"hardhat_addBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"]}
<< {"jsonrpc":"2.0","id":75,"error":{"code":-32000,"message":"overflow payment: the balance of 0x70997970c51812dc3a010c7d01b50e0d17dc79c8 would be more than 2^256 - 1 wei: invalid coins"}}
>> {"jsonrpc":"2.0","id":76,"method":"hardhat_setCode","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0x123"]}
<< {"jsonrpc":"2.0","id":76,"error":{"code":-32602,"message":"invalid argument 1: hex string of odd length"}}
>> {"jsonrpc":"2.0","id":77,"method":"hardhat_setCode","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8",null]}
<< {"jsonrpc":"2.0","id":77,"error":{"code":-32602,"message":"missing value for required argument 1"}}
>> {"jsonrpc":"2.0","id":78,"method":"hardhat_setNonce","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0x10000000000000000"]}
<< {"jsonrpc":"2.0","id":78,"error":{"code":-32602,"message":"invalid argument 1: hex number > 64 bits"}}
>> {"jsonrpc":"2.0","id":79,"method":"hardhat_setNonce","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8",true]}
<< {"jsonrpc":"2.0","id":79,"error":{"code":-32602,"message":"invalid argument 1: want a hex string, got boolean"}}
>> {"jsonrpc":"2.0","id":80,"method":"hardhat_setStorageAt","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0xzz","0x1"]}
<< {"jsonrpc":"2.0","id":80,"error":{"code":-32602,"message":"invalid argument 1: hex string invalid"}}
>> {"jsonrpc":"2.0","id":81,"method":"hardhat_setStorageAt","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0x0","0x000000000000000000000000000000000000000000000000000000000000000001"]}
<< {"jsonrpc":"2.0","id":81,"error":{"code":-32602,"message":"invalid argument 2: hex string has length 66, want at most 64"}}
>> {"jsonrpc":"2.0","id":82,"method":"hardhat_setStorageAt","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0x0","0x1","0x2"]}
<< {"jsonrpc":"2.0","id":82,"error":{"code":-32602,"message":"too many arguments, want at most 3"}}
>> {"jsonrpc":"2.0","id":83,"method":"anvil_dealERC20","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0x64"]}
<< {"jsonrpc":"2.0","id":83,"error":{"code":-32602,"message":"invalid argument 1: hex string has length 2, want 40"}}
>> {"jsonrpc":"2.0","id":84,"method":"anvil_setERC20Allowance","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0x000000000000000000000000000000000000dead","0x1"]}
<< {"jsonrpc":"2.0","id":84,"error":{"code":-32000,"message":"no storage slot of 0x000000000000000000000000000000000000dead determines the result 0x1"}}
>> {"jsonrpc":"2.0","id":85,"method":"eth_getBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8"]}
<< {"jsonrpc":"2.0","id":85,"result":"0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"}
