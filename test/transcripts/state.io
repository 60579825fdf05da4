// balances by every kind of reference
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x21e27c1301d8aab7800"}
>> {"jsonrpc":"2.0","id":2,"method":"eth_getBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","latest"]}
<< {"jsonrpc":"2.0","id":2,"result":"0x21e27c1301d8aab7800"}
>> {"jsonrpc":"2.0","id":3,"method":"eth_getBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","earliest"]}
<< {"jsonrpc":"2.0","id":3,"result":"0x21e19e0c9bab2400000"}
>> {"jsonrpc":"2.0","id":4,"method":"eth_getBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","pending"]}
<< {"jsonrpc":"2.0","id":4,"result":"0x21e27c1301d8aab7800"}
>> {"jsonrpc":"2.0","id":5,"method":"eth_getBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","safe"]}
<< {"jsonrpc":"2.0","id":5,"result":"0x21e27c1301d8aab7800"}
>> {"jsonrpc":"2.0","id":6,"method":"eth_getBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","finalized"]}
<< {"jsonrpc":"2.0","id":6,"result":"0x21e27c1301d8aab7800"}
>> {"jsonrpc":"2.0","id":7,"method":"eth_getBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0x1"]}
<< {"jsonrpc":"2.0","id":7,"result":"0x21e27c1806e59a40000"}
>> {"jsonrpc":"2.0","id":8,"method":"eth_getBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0x39e81796da2a09a3a8e417154afb25430973003b17fd37a575f2617446ddb6fc"]}
<< {"jsonrpc":"2.0","id":8,"error":{"code":-32000,"message":"block not found by hash"}}
>> {"jsonrpc":"2.0","id":9,"method":"eth_getBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8",{"blockNumber":"0x1"}]}
<< {"jsonrpc":"2.0","id":9,"result":"0x21e27c1806e59a40000"}
>> {"jsonrpc":"2.0","id":10,"method":"eth_getBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8",{"blockHash":"0x39e81796da2a09a3a8e417154afb25430973003b17fd37a575f2617446ddb6fc","requireCanonical":true}]}
<< {"jsonrpc":"2.0","id":10,"error":{"code":-32000,"message":"block not found by hash"}}
>> {"jsonrpc":"2.0","id":11,"method":"eth_getBalance","params":["0x000000000000000000000000000000000000dead","latest"]}
<< {"jsonrpc":"2.0","id":11,"result":"0x0"}

// blocks that are not there
>> {"jsonrpc":"2.0","id":12,"method":"eth_getBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0x64"]}
<< {"jsonrpc":"2.0","id":12,"error":{"code":-32000,"message":"requested height 100 is not yet available; safe latest is 4: block height not yet available"}}
>> {"jsonrpc":"2.0","id":13,"method":"eth_getBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0x0000000000000000000000000000000000000000000000000000000000000000"]}
<< {"jsonrpc":"2.0","id":13,"error":{"code":-32000,"message":"block not found by hash"}}
>> {"jsonrpc":"2.0","id":14,"method":"eth_getCode","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","0x64"]}
<< {"jsonrpc":"2.0","id":14,"error":{"code":-32000,"message":"requested height 100 is not yet available; safe latest is 4: block height not yet available"}}
>> {"jsonrpc":"2.0","id":15,"method":"eth_getStorageAt","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","0x0","0x64"]}
<< {"jsonrpc":"2.0","id":15,"error":{"code":-32000,"message":"requested height 100 is not yet available; safe latest is 4: block height not yet available"}}
>> {"jsonrpc":"2.0","id":16,"method":"eth_getTransactionCount","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",{"blockHash":"0x0000000000000000000000000000000000000000000000000000000000000000"}]}
<< {"jsonrpc":"2.0","id":16,"error":{"code":-32000,"message":"block not found by hash"}}

// bad input
>> {"jsonrpc":"2.0","id":17,"method":"eth_getBalance","params":[]}
<< {"jsonrpc":"2.0","id":17,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":18,"method":"eth_getBalance","params":["0x1234","latest"]}
<< {"jsonrpc":"2.0","id":18,"error":{"code":-32602,"message":"invalid argument 0: hex string has length 4, want 40"}}
>> {"jsonrpc":"2.0","id":19,"method":"eth_getBalance","params":["7dcd17433742f4c0ca53122ab541d0ba67fc27df","latest"]}
<< {"jsonrpc":"2.0","id":19,"error":{"code":-32602,"message":"invalid argument 0: hex string without 0x prefix"}}
>> {"jsonrpc":"2.0","id":100,"method":"eth_getBalance","params":["sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc","latest"]}
<< {"jsonrpc":"2.0","id":100,"error":{"code":-32602,"message":"invalid argument 0: want an EVM address, got a native address"}}
>> {"jsonrpc":"2.0","id":101,"method":"eth_getBalance","params":["vitalik.eth","latest"]}
<< {"jsonrpc":"2.0","id":101,"error":{"code":-32602,"message":"invalid argument 0: want a 20-byte hex EVM address, got a name"}}
>> {"jsonrpc":"2.0","id":20,"method":"eth_getBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","never"]}
<< {"jsonrpc":"2.0","id":20,"error":{"code":-32602,"message":"invalid argument 1: want a block number in hex or one of earliest, latest, safe, finalized, pending"}}
>> {"jsonrpc":"2.0","id":21,"method":"eth_getBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8",{"blockNumber":"0x1","blockHash":"0x39e81796da2a09a3a8e417154afb25430973003b17fd37a575f2617446ddb6fc"}]}
<< {"jsonrpc":"2.0","id":21,"error":{"code":-32602,"message":"invalid argument 1: cannot specify both BlockHash and BlockNumber, choose one or the other"}}
>> {"jsonrpc":"2.0","id":22,"method":"eth_getBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","latest","x"]}
<< {"jsonrpc":"2.0","id":22,"error":{"code":-32602,"message":"too many arguments, want at most 2"}}
>> {"jsonrpc":"2.0","id":99,"method":"eth_getBalance","params":{"address":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8"}}
<< {"jsonrpc":"2.0","id":99,"error":{"code":-32602,"message":"non-array args: parameters are positional, got object"}}

// code
>> {"jsonrpc":"2.0","id":23,"method":"eth_getCode","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","latest"]}
<< {"jsonrpc":"2.0","id":23,"result":"0x36603957602a600055602a6000527fabababababababababababababababababababababababababababababababab60206000a160206000f35b6308c379a060e01b60005260206004526002602452616e6f60f01b60445260646000fd"}
>> {"jsonrpc":"2.0","id":24,"method":"eth_getCode","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","0x1"]}
<< {"jsonrpc":"2.0","id":24,"result":"0x"}
>> {"jsonrpc":"2.0","id":25,"method":"eth_getCode","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"]}
<< {"jsonrpc":"2.0","id":25,"result":"0x"}

// storage: short, odd, long and wrong keys
>> {"jsonrpc":"2.0","id":26,"method":"eth_getStorageAt","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","0x0","latest"]}
<< {"jsonrpc":"2.0","id":26,"result":"0x000000000000000000000000000000000000000000000000000000000000002a"}
>> {"jsonrpc":"2.0","id":27,"method":"eth_getStorageAt","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","0x0000000000000000000000000000000000000000000000000000000000000000","0x2"]}
<< {"jsonrpc":"2.0","id":27,"result":"0x0000000000000000000000000000000000000000000000000000000000000000"}
>> {"jsonrpc":"2.0","id":28,"method":"eth_getStorageAt","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","0x1"]}
<< {"jsonrpc":"2.0","id":28,"result":"0x0000000000000000000000000000000000000000000000000000000000000000"}
>> {"jsonrpc":"2.0","id":29,"method":"eth_getStorageAt","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","000"]}
<< {"jsonrpc":"2.0","id":29,"result":"0x000000000000000000000000000000000000000000000000000000000000002a"}
>> {"jsonrpc":"2.0","id":30,"method":"eth_getStorageAt","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","0x00000000000000000000000000000000000000000000000000000000000000000","latest"]}
<< {"jsonrpc":"2.0","id":30,"error":{"code":-32000,"message":"unable to decode storage key: hex string too long, want at most 32 bytes"}}
>> {"jsonrpc":"2.0","id":31,"method":"eth_getStorageAt","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","0xasdf","latest"]}
<< {"jsonrpc":"2.0","id":31,"error":{"code":-32000,"message":"unable to decode storage key: hex string invalid"}}
>> {"jsonrpc":"2.0","id":32,"method":"eth_getStorageAt","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"]}
<< {"jsonrpc":"2.0","id":32,"error":{"code":-32602,"message":"missing value for required argument 1"}}

// nonces
>> {"jsonrpc":"2.0","id":33,"method":"eth_getTransactionCount","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","latest"]}
<< {"jsonrpc":"2.0","id":33,"result":"0x3"}
>> {"jsonrpc":"2.0","id":34,"method":"eth_getTransactionCount","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","0x1"]}
<< {"jsonrpc":"2.0","id":34,"result":"0x1"}
>> {"jsonrpc":"2.0","id":35,"method":"eth_getTransactionCount","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","pending"]}
<< {"jsonrpc":"2.0","id":35,"result":"0x3"}
>> {"jsonrpc":"2.0","id":36,"method":"eth_getTransactionCount","params":["0x000000000000000000000000000000000000dead"]}
<< {"jsonrpc":"2.0","id":36,"result":"0x0"}
>> {"jsonrpc":"2.0","id":37,"method":"eth_getTransactionCount","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"]}
<< {"jsonrpc":"2.0","id":37,"result":"0x1"}
// an account at once
>> {"jsonrpc":"2.0","id":90,"method":"eth_getAccountInfo","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","latest"]}
<< {"jsonrpc":"2.0","id":90,"result":{"nonce":"0x1","balance":"0x0","code":"0x36603957602a600055602a6000527fabababababababababababababababababababababababababababababababab60206000a160206000f35b6308c379a060e01b60005260206004526002602452616e6f60f01b60445260646000fd"}}
>> {"jsonrpc":"2.0","id":91,"method":"eth_getAccountInfo","params":["0x0000000000000000000000000000000000000bad"]}
<< {"jsonrpc":"2.0","id":91,"result":{"nonce":"0x0","balance":"0x0","code":"0x"}}

// slots of several accounts
>> {"jsonrpc":"2.0","id":102,"method":"eth_getStorageValues","params":[{"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512":["0x0","0x1"],"0xabababababababababababababababababababab":["0x5"]},"latest"]}
<< {"jsonrpc":"2.0","id":102,"result":{"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512":["0x000000000000000000000000000000000000000000000000000000000000002a","0x0000000000000000000000000000000000000000000000000000000000000000"],"0xabababababababababababababababababababab":["0x0000000000000000000000000000000000000000000000000000000000000000"]}}
>> {"jsonrpc":"2.0","id":103,"method":"eth_getStorageValues","params":[{"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512":["0x0"]},"0x0"]}
<< {"jsonrpc":"2.0","id":103,"result":{"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512":["0x0000000000000000000000000000000000000000000000000000000000000000"]}}
>> {"jsonrpc":"2.0","id":104,"method":"eth_getStorageValues","params":[{}]}
<< {"jsonrpc":"2.0","id":104,"error":{"code":-32602,"message":"empty request"}}
>> {"jsonrpc":"2.0","id":105,"method":"eth_getStorageValues","params":[{"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512":[]}]}
<< {"jsonrpc":"2.0","id":105,"error":{"code":-32602,"message":"empty request"}}
>> {"jsonrpc":"2.0","id":106,"method":"eth_getStorageValues","params":[{"0x12":["0x0"]}]}
<< {"jsonrpc":"2.0","id":106,"error":{"code":-32602,"message":"invalid argument 0: account: hex string has length 2, want 40"}}
>> {"jsonrpc":"2.0","id":107,"method":"eth_getStorageValues","params":[{"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512":["zz"]}]}
<< {"jsonrpc":"2.0","id":107,"error":{"code":-32000,"message":"unable to decode storage key: hex string invalid"}}
>> {"jsonrpc":"2.0","id":108,"method":"eth_getStorageValues","params":[{"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512":["0x0"],"0xE7F1725E7734CE288F8367E1BB143E90BB3F0512":["0x0"]}]}
<< {"jsonrpc":"2.0","id":108,"error":{"code":-32602,"message":"invalid argument 0: 0xe7f1725e7734ce288f8367e1bb143e90bb3f0512 occurs twice"}}
>> {"jsonrpc":"2.0","id":109,"method":"eth_getStorageValues","params":["x"]}
<< {"jsonrpc":"2.0","id":109,"error":{"code":-32602,"message":"invalid argument 0: want an object, got string"}}
>> {"jsonrpc":"2.0","id":110,"method":"eth_getAccount","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","latest"]}
<< {"jsonrpc":"2.0","id":110,"result":{"nonce":"0x1","balance":"0x0","storageRoot":"0x81d1fa699f807735499cf6f7df860797cf66f6a66b565cfcda3fae3521eb6861","codeHash":"0xd61c06da2b354e13ea232abf23ddb3b3a1059fde90ce1165bb62336042a38b0e"}}
>> {"jsonrpc":"2.0","id":111,"method":"eth_getAccount","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","latest"]}
<< {"jsonrpc":"2.0","id":111,"result":{"nonce":"0x3","balance":"0x21e0bff4147a3ae6800","storageRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","codeHash":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"}}
>> {"jsonrpc":"2.0","id":112,"method":"eth_getAccount","params":["0x0000000000000000000000000000000000000099","latest"]}
<< {"jsonrpc":"2.0","id":112,"result":{"nonce":"0x0","balance":"0x0","storageRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","codeHash":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"}}
>> {"jsonrpc":"2.0","id":113,"method":"eth_getAccount","params":["0x12"]}
<< {"jsonrpc":"2.0","id":113,"error":{"code":-32602,"message":"invalid argument 0: hex string has length 2, want 40"}}
