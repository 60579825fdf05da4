// calls
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"},"latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x000000000000000000000000000000000000000000000000000000000000002a"}
>> {"jsonrpc":"2.0","id":2,"method":"eth_call","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"}]}
<< {"jsonrpc":"2.0","id":2,"result":"0x000000000000000000000000000000000000000000000000000000000000002a"}
>> {"jsonrpc":"2.0","id":3,"method":"eth_call","params":[{"to":"0x000000000000000000000000000000000000dead"}]}
<< {"jsonrpc":"2.0","id":3,"result":"0x"}
>> {"jsonrpc":"2.0","id":4,"method":"eth_call","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"},"0x1"]}
<< {"jsonrpc":"2.0","id":4,"result":"0x"}
>> {"jsonrpc":"2.0","id":5,"method":"eth_call","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"},{"blockHash":"0x39e81796da2a09a3a8e417154afb25430973003b17fd37a575f2617446ddb6fc"}]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":-32000,"message":"block not found by hash"}}
>> {"jsonrpc":"2.0","id":6,"method":"eth_call","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"},"pending"]}
<< {"jsonrpc":"2.0","id":6,"result":"0x000000000000000000000000000000000000000000000000000000000000002a"}
>> {"jsonrpc":"2.0","id":7,"method":"eth_call","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","input":"0x","data":"0x"}]}
<< {"jsonrpc":"2.0","id":7,"result":"0x000000000000000000000000000000000000000000000000000000000000002a"}
>> {"jsonrpc":"2.0","id":8,"method":"eth_call","params":[{}]}
<< {"jsonrpc":"2.0","id":8,"result":"0x"}

// reverts carry reason and data
>> {"jsonrpc":"2.0","id":9,"method":"eth_call","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","data":"0x01"},"latest"]}
<< {"jsonrpc":"2.0","id":9,"error":{"code":3,"message":"execution reverted: no","data":"0x08c379a0000000000000000000000000000000000000000000000000000000000000002000000000000000000000000000000000000000000000000000000000000000026e6f000000000000000000000000000000000000000000000000000000000000"}}
>> {"jsonrpc":"2.0","id":10,"method":"eth_estimateGas","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","data":"0x01"}]}
<< {"jsonrpc":"2.0","id":10,"error":{"code":3,"message":"execution reverted: no","data":"0x08c379a0000000000000000000000000000000000000000000000000000000000000002000000000000000000000000000000000000000000000000000000000000000026e6f000000000000000000000000000000000000000000000000000000000000"}}
>> {"jsonrpc":"2.0","id":11,"method":"eth_createAccessList","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","data":"0x01"}]}
<< {"jsonrpc":"2.0","id":11,"result":{"accessList":[],"gasUsed":"0x526a","error":"execution reverted: no"}}

// overridden code: returns the block number, a panic, nothing, a custom error, an invalid opcode, an endless loop
>> {"jsonrpc":"2.0","id":12,"method":"eth_call","params":[{"to":"0x000000000000000000000000000000000000dead"},"latest",{"0x000000000000000000000000000000000000dead":{"code":"0x4360005260206000f3"}},{"number":"0x1234"}]}
<< {"jsonrpc":"2.0","id":12,"result":"0x0000000000000000000000000000000000000000000000000000000000001234"}
>> {"jsonrpc":"2.0","id":13,"method":"eth_call","params":[{"to":"0x000000000000000000000000000000000000dead"},"latest",{"0x000000000000000000000000000000000000dead":{"code":"0x634e487b7160e01b600052601160045260246000fd"}}]}
<< {"jsonrpc":"2.0","id":13,"error":{"code":3,"message":"execution reverted: arithmetic underflow or overflow","data":"0x4e487b710000000000000000000000000000000000000000000000000000000000000011"}}
>> {"jsonrpc":"2.0","id":14,"method":"eth_call","params":[{"to":"0x000000000000000000000000000000000000dead"},"latest",{"0x000000000000000000000000000000000000dead":{"code":"0x5f5ffd"}}]}
<< {"jsonrpc":"2.0","id":14,"error":{"code":3,"message":"execution reverted","data":"0x"}}
>> {"jsonrpc":"2.0","id":15,"method":"eth_estimateGas","params":[{"to":"0x000000000000000000000000000000000000dead"},"latest",{"0x000000000000000000000000000000000000dead":{"code":"0x5f5ffd"}}]}
<< {"jsonrpc":"2.0","id":15,"error":{"code":3,"message":"execution reverted","data":"0x"}}
>> {"jsonrpc":"2.0","id":16,"method":"eth_call","params":[{"to":"0x000000000000000000000000000000000000dead"},"latest",{"0x000000000000000000000000000000000000dead":{"code":"0x631234567860e01b5f5260045ffd"}}]}
<< {"jsonrpc":"2.0","id":16,"error":{"code":3,"message":"execution reverted: custom error 0x12345678","data":"0x12345678"}}
>> {"jsonrpc":"2.0","id":17,"method":"eth_call","params":[{"to":"0x000000000000000000000000000000000000dead"},"latest",{"0x000000000000000000000000000000000000dead":{"code":"0xfe"}}]}
<< {"jsonrpc":"2.0","id":17,"error":{"code":-32000,"message":"invalid opcode: INVALID"}}
>> {"jsonrpc":"2.0","id":18,"method":"eth_call","params":[{"to":"0x000000000000000000000000000000000000dead"},"latest",{"0x000000000000000000000000000000000000dead":{"code":"0x0c"}}]}
<< {"jsonrpc":"2.0","id":18,"error":{"code":-32000,"message":"invalid opcode: opcode 0xc not defined"}}
>> {"jsonrpc":"2.0","id":19,"method":"eth_call","params":[{"to":"0x000000000000000000000000000000000000dead","gas":"0x186a0"},"latest",{"0x000000000000000000000000000000000000dead":{"code":"0x5b5f56"}}]}
<< {"jsonrpc":"2.0","id":19,"error":{"code":-32000,"message":"out of gas"}}

// overridden storage and balance
>> {"jsonrpc":"2.0","id":20,"method":"eth_call","params":[{"to":"0x000000000000000000000000000000000000dead"},"latest",{"0x000000000000000000000000000000000000dead":{"code":"0x5f545f5260205ff3","stateDiff":{"0x0000000000000000000000000000000000000000000000000000000000000000":"0x0000000000000000000000000000000000000000000000000000000000000007"}}}]}
<< {"jsonrpc":"2.0","id":20,"result":"0x0000000000000000000000000000000000000000000000000000000000000007"}
>> {"jsonrpc":"2.0","id":21,"method":"eth_call","params":[{"to":"0x000000000000000000000000000000000000dead"},"latest",{"0x000000000000000000000000000000000000dead":{"code":"0x475f5260205ff3","balance":"0x2a"}}]}
<< {"jsonrpc":"2.0","id":21,"result":"0x000000000000000000000000000000000000000000000000000000000000002a"}

// block fields: time, gas limit, fee recipient, randomness, base fee
>> {"jsonrpc":"2.0","id":22,"method":"eth_call","params":[{"to":"0x000000000000000000000000000000000000dead"},"latest",{"0x000000000000000000000000000000000000dead":{"code":"0x425f524560205241604052446060524860805260a05ff3"}},{"time":"0x1","gasLimit":"0x2","feeRecipient":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","prevRandao":"0x0000000000000000000000000000000000000000000000000000000000000004","baseFeePerGas":"0x0"}]}
<< {"jsonrpc":"2.0","id":22,"result":"0x0000000000000000000000000000000000000000000000000000000000000001000000000000000000000000000000000000000000000000000000000000000200000000000000000000000070997970c51812dc3a010c7d01b50e0d17dc79c800000000000000000000000000000000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000000000"}

// creation
>> {"jsonrpc":"2.0","id":23,"method":"eth_call","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","data":"0x602a5f5260205ff3"}]}
<< {"jsonrpc":"2.0","id":23,"result":"0x000000000000000000000000000000000000000000000000000000000000002a"}

// estimates
>> {"jsonrpc":"2.0","id":24,"method":"eth_estimateGas","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","value":"0x1"}]}
<< {"jsonrpc":"2.0","id":24,"result":"0x5208"}
>> {"jsonrpc":"2.0","id":25,"method":"eth_estimateGas","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"},"latest"]}
<< {"jsonrpc":"2.0","id":25,"result":"0x5ebe"}
>> {"jsonrpc":"2.0","id":26,"method":"eth_estimateGas","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","data":"0x602a5f5260205ff3"}]}
<< {"jsonrpc":"2.0","id":26,"result":"0xe89a"}

// what cannot be paid
>> {"jsonrpc":"2.0","id":27,"method":"eth_call","params":[{"from":"0x000000000000000000000000000000000000dead","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","value":"0x1"}]}
<< {"jsonrpc":"2.0","id":27,"error":{"code":-32000,"message":"insufficient funds for gas * price + value: address 0x000000000000000000000000000000000000dEaD have 0 want 1"}}
>> {"jsonrpc":"2.0","id":28,"method":"eth_estimateGas","params":[{"from":"0x000000000000000000000000000000000000dead","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","value":"0x1"}]}
<< {"jsonrpc":"2.0","id":28,"error":{"code":-32000,"message":"insufficient funds for gas * price + value: address 0x000000000000000000000000000000000000dEaD have 0 want 1"}}
>> {"jsonrpc":"2.0","id":29,"method":"eth_call","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","gasPrice":"0x1"}]}
<< {"jsonrpc":"2.0","id":29,"error":{"code":-32000,"message":"max fee per gas less than block base fee: address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266, maxFeePerGas: 1, baseFee: 1000000000"}}
>> {"jsonrpc":"2.0","id":30,"method":"eth_call","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","maxFeePerGas":"0x3b9aca00","maxPriorityFeePerGas":"0x3b9aca01"}]}
<< {"jsonrpc":"2.0","id":30,"error":{"code":-32000,"message":"max priority fee per gas higher than max fee per gas: address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266, maxPriorityFeePerGas: 1000000001, maxFeePerGas: 1000000000"}}
>> {"jsonrpc":"2.0","id":31,"method":"eth_estimateGas","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","gas":"0x5300"}]}
<< {"jsonrpc":"2.0","id":31,"error":{"code":-32000,"message":"gas required exceeds allowance (21248)"}}
>> {"jsonrpc":"2.0","id":32,"method":"eth_call","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","gas":"0x10"}]}
<< {"jsonrpc":"2.0","id":32,"error":{"code":-32000,"message":"intrinsic gas too low: have 16, want 21000"}}

// access lists
>> {"jsonrpc":"2.0","id":33,"method":"eth_createAccessList","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"}]}
<< {"jsonrpc":"2.0","id":33,"result":{"accessList":[{"address":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","storageKeys":["0x0000000000000000000000000000000000000000000000000000000000000000"]}],"gasUsed":"0x6756"}}
>> {"jsonrpc":"2.0","id":34,"method":"eth_createAccessList","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8"}]}
<< {"jsonrpc":"2.0","id":34,"result":{"accessList":[],"gasUsed":"0x5208"}}

// bad input
>> {"jsonrpc":"2.0","id":35,"method":"eth_call","params":[]}
<< {"jsonrpc":"2.0","id":35,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":36,"method":"eth_call","params":[null]}
<< {"jsonrpc":"2.0","id":36,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":37,"method":"eth_call","params":[[]]}
<< {"jsonrpc":"2.0","id":37,"error":{"code":-32602,"message":"invalid argument 0: want an object, got array"}}
>> {"jsonrpc":"2.0","id":38,"method":"eth_call","params":[{"to":"0x1234"}]}
<< {"jsonrpc":"2.0","id":38,"error":{"code":-32602,"message":"invalid argument 0: to: hex string has length 4, want 40"}}
>> {"jsonrpc":"2.0","id":39,"method":"eth_call","params":[{"to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","data":"0x1"}]}
<< {"jsonrpc":"2.0","id":39,"error":{"code":-32602,"message":"invalid argument 0: data: hex string of odd length"}}
>> {"jsonrpc":"2.0","id":40,"method":"eth_call","params":[{"to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","data":"0x01","input":"0x02"}]}
<< {"jsonrpc":"2.0","id":40,"error":{"code":-32602,"message":"invalid argument 0: both \"data\" and \"input\" are set and not equal. Please use \"input\" to pass transaction call data"}}
>> {"jsonrpc":"2.0","id":41,"method":"eth_call","params":[{"to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","gasPrice":"0x1","maxFeePerGas":"0x1"}]}
<< {"jsonrpc":"2.0","id":41,"error":{"code":-32602,"message":"invalid argument 0: both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified"}}
>> {"jsonrpc":"2.0","id":42,"method":"eth_call","params":[{"to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","chainId":"0x1"}]}
<< {"jsonrpc":"2.0","id":42,"error":{"code":-32000,"message":"invalid chain id for signer: have 1 want 713714"}}
>> {"jsonrpc":"2.0","id":43,"method":"eth_call","params":[{"to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","type":"0x3"}]}
<< {"jsonrpc":"2.0","id":43,"error":{"code":-32000,"message":"transaction type not supported: this chain has no blobs (EIP-4844)"}}
>> {"jsonrpc":"2.0","id":44,"method":"eth_call","params":[{"to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","value":"0x10000000000000000000000000000000000000000000000000000000000000000"}]}
<< {"jsonrpc":"2.0","id":44,"error":{"code":-32602,"message":"invalid argument 0: value: hex number > 256 bits"}}
>> {"jsonrpc":"2.0","id":45,"method":"eth_call","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"},"0x64"]}
<< {"jsonrpc":"2.0","id":45,"error":{"code":-32000,"message":"requested height 100 is not yet available; safe latest is 4: block height not yet available"}}
>> {"jsonrpc":"2.0","id":46,"method":"eth_call","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"},"0x0000000000000000000000000000000000000000000000000000000000000000"]}
<< {"jsonrpc":"2.0","id":46,"error":{"code":-32000,"message":"block not found by hash"}}
>> {"jsonrpc":"2.0","id":47,"method":"eth_call","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"},"latest",{"0x000000000000000000000000000000000000dead":{"state":{},"stateDiff":{}}}]}
<< {"jsonrpc":"2.0","id":47,"error":{"code":-32602,"message":"invalid argument 2: 0x000000000000000000000000000000000000dead: account has both 'state' and 'stateDiff'"}}
>> {"jsonrpc":"2.0","id":48,"method":"eth_call","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"},"latest",{"0x12":{}}]}
<< {"jsonrpc":"2.0","id":48,"error":{"code":-32602,"message":"invalid argument 2: account: hex string has length 2, want 40"}}
>> {"jsonrpc":"2.0","id":49,"method":"eth_call","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"},"latest",null,{"time":"x"}]}
<< {"jsonrpc":"2.0","id":49,"error":{"code":-32602,"message":"invalid argument 3: time: hex string without 0x prefix"}}
>> {"jsonrpc":"2.0","id":50,"method":"eth_call","params":[{"to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","nonce":"0xffffffffffffffff"}]}
<< {"jsonrpc":"2.0","id":50,"result":"0x000000000000000000000000000000000000000000000000000000000000002a"}
>> {"jsonrpc":"2.0","id":51,"method":"eth_estimateGas","params":[{"data":"0x00","nonce":"0xffffffffffffffff"}]}
<< {"jsonrpc":"2.0","id":51,"result":"0xcf0e"}
>> {"jsonrpc":"2.0","id":52,"method":"eth_call","params":[{"to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"},"latest",{"0x0000000000000000000000000000000000000000":{"nonce":"0xffffffffffffffff","balance":"0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"}}]}
<< {"jsonrpc":"2.0","id":52,"result":"0x000000000000000000000000000000000000000000000000000000000000002a"}
>> {"jsonrpc":"2.0","id":53,"method":"eth_call","params":[{"to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","gas":"0xffffffffffffffff","maxFeePerGas":"0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"}]}
<< {"jsonrpc":"2.0","id":53,"error":{"code":-32000,"message":"insufficient funds for gas * price + value: address 0x0000000000000000000000000000000000000000 have 0 want 11579208923731619542357098500868790785326998466564056403945758400791312963993500000000"}}
>> {"jsonrpc":"2.0","id":54,"method":"eth_call","params":[{"to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"},"latest",null,{"number":"0xffffffffffffffff","time":"0xffffffffffffffff","gasLimit":"0xffffffffffffffff","baseFeePerGas":"0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff","difficulty":"0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"}]}
<< {"jsonrpc":"2.0","id":54,"result":"0x000000000000000000000000000000000000000000000000000000000000002a"}
>> {"jsonrpc":"2.0","id":55,"method":"eth_call","params":[{"to":"0x0000000000000000000000000000000000000004","data":"0x1234"},"latest",{"0x0000000000000000000000000000000000000004":{"movePrecompileToAddress":"0x000000000000000000000000000000000000dead"}}]}
<< {"jsonrpc":"2.0","id":55,"result":"0x"}
>> {"jsonrpc":"2.0","id":56,"method":"eth_call","params":[{"to":"0x000000000000000000000000000000000000dead","data":"0x1234"},"latest",{"0x0000000000000000000000000000000000000004":{"movePrecompileToAddress":"0x000000000000000000000000000000000000dead"}}]}
<< {"jsonrpc":"2.0","id":56,"result":"0x1234"}
>> {"jsonrpc":"2.0","id":57,"method":"eth_call","params":[{"to":"0x000000000000000000000000000000000000dead","data":"0x1234"},"latest",{"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266":{"movePrecompileToAddress":"0x000000000000000000000000000000000000dead"}}]}
<< {"jsonrpc":"2.0","id":57,"error":{"code":-32000,"message":"account 0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266 is not a precompile"}}
>> {"jsonrpc":"2.0","id":58,"method":"eth_estimateGasAfterCalls","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","value":"0x1"},[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"}]]}
<< {"jsonrpc":"2.0","id":58,"result":"0x5208"}
>> {"jsonrpc":"2.0","id":59,"method":"eth_estimateGasAfterCalls","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8"},{}]}
<< {"jsonrpc":"2.0","id":59,"error":{"code":-32602,"message":"invalid argument 1: want an array, got object"}}
