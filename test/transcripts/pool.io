// nothing waits
>> {"jsonrpc":"2.0","id":1,"method":"txpool_status","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":{"pending":"0x0","queued":"0x0"}}
>> {"jsonrpc":"2.0","id":2,"method":"txpool_content","params":[]}
<< {"jsonrpc":"2.0","id":2,"result":{"pending":{},"queued":{}}}
>> {"jsonrpc":"2.0","id":3,"method":"txpool_inspect","params":[]}
<< {"jsonrpc":"2.0","id":3,"result":{"pending":{},"queued":{}}}
>> {"jsonrpc":"2.0","id":4,"method":"txpool_contentFrom","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"]}
<< {"jsonrpc":"2.0","id":4,"result":{"pending":{},"queued":{}}}
>> {"jsonrpc":"2.0","id":5,"method":"eth_pendingTransactions","params":[]}
<< {"jsonrpc":"2.0","id":5,"result":[]}

// what waits: two of alice in order, a creation of hers, and one of bob after a gap
>> {"jsonrpc":"2.0","id":6,"method":"evm_setAutomine","params":[false]}
<< {"jsonrpc":"2.0","id":6,"result":true}
>> {"jsonrpc":"2.0","id":7,"method":"eth_sendTransaction","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","value":"0x1","gas":"0x5208","maxFeePerGas":"0xb2d05e00","maxPriorityFeePerGas":"0x3b9aca00"}]}
<< {"jsonrpc":"2.0","id":7,"result":"0xb845f2e101f354dcdeeb02944ddc700d0643f06140991eb110460cc54cd966e1"}
>> {"jsonrpc":"2.0","id":8,"method":"eth_sendTransaction","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","data":"0x00","gas":"0xffff","nonce":"0x4","maxFeePerGas":"0xb2d05e00","maxPriorityFeePerGas":"0x3b9aca00"}]}
<< {"jsonrpc":"2.0","id":8,"result":"0x869a039c5050bc9fe619352dd506a48a5c3e3d72c553321e869791820e9458fc"}
>> {"jsonrpc":"2.0","id":9,"method":"eth_sendTransaction","params":[{"from":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","to":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","value":"0x1","gas":"0x5208","nonce":"0x3","maxFeePerGas":"0xb2d05e00","maxPriorityFeePerGas":"0x3b9aca00"}]}
<< {"jsonrpc":"2.0","id":9,"result":"0x07308d576fb7db36c7c6512bb3d316f805518347c3a7e8fb55a657e75acf59f7"}
>> {"jsonrpc":"2.0","id":10,"method":"txpool_status","params":[]}
<< {"jsonrpc":"2.0","id":10,"result":{"pending":"0x2","queued":"0x1"}}
>> {"jsonrpc":"2.0","id":11,"method":"txpool_content","params":[]}
<< {"jsonrpc":"2.0","id":11,"result":{"pending":{"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266":{"3":{"blockHash":null,"blockNumber":null,"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","gas":"0x5208","gasPrice":"0xb2d05e00","hash":"0xb845f2e101f354dcdeeb02944ddc700d0643f06140991eb110460cc54cd966e1","input":"0x","nonce":"0x3","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","transactionIndex":null,"value":"0x1","type":"0x2","chainId":"0xae3f2","maxFeePerGas":"0xb2d05e00","maxPriorityFeePerGas":"0x3b9aca00","accessList":[],"v":"0x0","r":"0x48641cfacb2e18618e631a74d6c1888bb0ace318d0c3ca8b0b2d69656430760","s":"0x7fd948fedf8c95019b8b56ab1460a48d2e7f0f5b075bf00f1081bd1e2bda934","yParity":"0x0"},"4":{"blockHash":null,"blockNumber":null,"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","gas":"0xffff","gasPrice":"0xb2d05e00","hash":"0x869a039c5050bc9fe619352dd506a48a5c3e3d72c553321e869791820e9458fc","input":"0x00","nonce":"0x4","to":null,"transactionIndex":null,"value":"0x0","type":"0x2","chainId":"0xae3f2","maxFeePerGas":"0xb2d05e00","maxPriorityFeePerGas":"0x3b9aca00","accessList":[],"v":"0x0","r":"0x52938e3df22a33e96f4eca6c4d23fd24892e6ff77fde2b84beee53d8d6c02db8","s":"0x59c12cabbd52a2fa4a285cdbf4880ccff1d67cc1f5ecd3bbe8bbf0b078351aaf","yParity":"0x0"}}},"queued":{"0x70997970C51812dc3A010C7d01b50e0d17dc79C8":{"3":{"blockHash":null,"blockNumber":null,"from":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","gas":"0x5208","gasPrice":"0xb2d05e00","hash":"0x07308d576fb7db36c7c6512bb3d316f805518347c3a7e8fb55a657e75acf59f7","input":"0x","nonce":"0x3","to":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","transactionIndex":null,"value":"0x1","type":"0x2","chainId":"0xae3f2","maxFeePerGas":"0xb2d05e00","maxPriorityFeePerGas":"0x3b9aca00","accessList":[],"v":"0x1","r":"0x4b3af44f19d90a296869873e52eeefff31cd190035275b9589a59afa49441764","s":"0x2c17d033b878da7e3907160329a66c66f820b12a765e71a1ba3fa2e1e7b79f01","yParity":"0x1"}}}}}
>> {"jsonrpc":"2.0","id":12,"method":"txpool_inspect","params":[]}
<< {"jsonrpc":"2.0","id":12,"result":{"pending":{"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266":{"3":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8: 1 wei + 21000 gas × 3000000000 wei","4":"contract creation: 0 wei + 65535 gas × 3000000000 wei"}},"queued":{"0x70997970C51812dc3A010C7d01b50e0d17dc79C8":{"3":"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266: 1 wei + 21000 gas × 3000000000 wei"}}}}
>> {"jsonrpc":"2.0","id":13,"method":"txpool_contentFrom","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8"]}
<< {"jsonrpc":"2.0","id":13,"result":{"pending":{},"queued":{"3":{"blockHash":null,"blockNumber":null,"from":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","gas":"0x5208","gasPrice":"0xb2d05e00","hash":"0x07308d576fb7db36c7c6512bb3d316f805518347c3a7e8fb55a657e75acf59f7","input":"0x","nonce":"0x3","to":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","transactionIndex":null,"value":"0x1","type":"0x2","chainId":"0xae3f2","maxFeePerGas":"0xb2d05e00","maxPriorityFeePerGas":"0x3b9aca00","accessList":[],"v":"0x1","r":"0x4b3af44f19d90a296869873e52eeefff31cd190035275b9589a59afa49441764","s":"0x2c17d033b878da7e3907160329a66c66f820b12a765e71a1ba3fa2e1e7b79f01","yParity":"0x1"}}}}
>> {"jsonrpc":"2.0","id":14,"method":"eth_pendingTransactions","params":[]}
<< {"jsonrpc":"2.0","id":14,"result":[{"blockHash":null,"blockNumber":null,"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","gas":"0x5208","gasPrice":"0xb2d05e00","hash":"0xb845f2e101f354dcdeeb02944ddc700d0643f06140991eb110460cc54cd966e1","input":"0x","nonce":"0x3","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","transactionIndex":null,"value":"0x1","type":"0x2","chainId":"0xae3f2","maxFeePerGas":"0xb2d05e00","maxPriorityFeePerGas":"0x3b9aca00","accessList":[],"v":"0x0","r":"0x48641cfacb2e18618e631a74d6c1888bb0ace318d0c3ca8b0b2d69656430760","s":"0x7fd948fedf8c95019b8b56ab1460a48d2e7f0f5b075bf00f1081bd1e2bda934","yParity":"0x0"},{"blockHash":null,"blockNumber":null,"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","gas":"0xffff","gasPrice":"0xb2d05e00","hash":"0x869a039c5050bc9fe619352dd506a48a5c3e3d72c553321e869791820e9458fc","input":"0x00","nonce":"0x4","to":null,"transactionIndex":null,"value":"0x0","type":"0x2","chainId":"0xae3f2","maxFeePerGas":"0xb2d05e00","maxPriorityFeePerGas":"0x3b9aca00","accessList":[],"v":"0x0","r":"0x52938e3df22a33e96f4eca6c4d23fd24892e6ff77fde2b84beee53d8d6c02db8","s":"0x59c12cabbd52a2fa4a285cdbf4880ccff1d67cc1f5ecd3bbe8bbf0b078351aaf","yParity":"0x0"},{"blockHash":null,"blockNumber":null,"from":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","gas":"0x5208","gasPrice":"0xb2d05e00","hash":"0x07308d576fb7db36c7c6512bb3d316f805518347c3a7e8fb55a657e75acf59f7","input":"0x","nonce":"0x3","to":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","transactionIndex":null,"value":"0x1","type":"0x2","chainId":"0xae3f2","maxFeePerGas":"0xb2d05e00","maxPriorityFeePerGas":"0x3b9aca00","accessList":[],"v":"0x1","r":"0x4b3af44f19d90a296869873e52eeefff31cd190035275b9589a59afa49441764","s":"0x2c17d033b878da7e3907160329a66c66f820b12a765e71a1ba3fa2e1e7b79f01","yParity":"0x1"}]}
>> {"jsonrpc":"2.0","id":15,"method":"eth_getTransactionCount","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","pending"]}
<< {"jsonrpc":"2.0","id":15,"result":"0x5"}
>> {"jsonrpc":"2.0","id":16,"method":"txpool_contentFrom","params":["0x12"]}
<< {"jsonrpc":"2.0","id":16,"error":{"code":-32602,"message":"invalid argument 0: hex string has length 2, want 40"}}
>> {"jsonrpc":"2.0","id":17,"method":"txpool_contentFrom","params":[]}
<< {"jsonrpc":"2.0","id":17,"error":{"code":-32602,"message":"missing value for required argument 0"}}

// drops them
>> {"jsonrpc":"2.0","id":18,"method":"hardhat_dropTransaction","params":["0x1111111111111111111111111111111111111111111111111111111111111111"]}
<< {"jsonrpc":"2.0","id":18,"result":false}
>> {"jsonrpc":"2.0","id":29,"method":"anvil_dropTransaction","params":["0x1111111111111111111111111111111111111111111111111111111111111111"]}
<< {"jsonrpc":"2.0","id":29,"result":false}
>> {"jsonrpc":"2.0","id":30,"method":"ganache_dropTransaction","params":["0x07308d576fb7db36c7c6512bb3d316f805518347c3a7e8fb55a657e75acf59f7"]}
<< {"jsonrpc":"2.0","id":30,"result":true}
>> {"jsonrpc":"2.0","id":19,"method":"anvil_removePoolTransactions","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8"]}
<< {"jsonrpc":"2.0","id":19,"result":true}
>> {"jsonrpc":"2.0","id":20,"method":"hardhat_removePoolTransactions","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8"]}
<< {"jsonrpc":"2.0","id":20,"result":true}
>> {"jsonrpc":"2.0","id":21,"method":"ganache_removePoolTransactions","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8"]}
<< {"jsonrpc":"2.0","id":21,"result":true}
>> {"jsonrpc":"2.0","id":22,"method":"txpool_status","params":[]}
<< {"jsonrpc":"2.0","id":22,"result":{"pending":"0x2","queued":"0x0"}}
>> {"jsonrpc":"2.0","id":23,"method":"anvil_dropAllTransactions","params":[]}
<< {"jsonrpc":"2.0","id":23,"result":true}
>> {"jsonrpc":"2.0","id":24,"method":"hardhat_dropAllTransactions","params":[]}
<< {"jsonrpc":"2.0","id":24,"result":true}
>> {"jsonrpc":"2.0","id":25,"method":"ganache_dropAllTransactions","params":[]}
<< {"jsonrpc":"2.0","id":25,"result":true}
>> {"jsonrpc":"2.0","id":26,"method":"txpool_status","params":[]}
<< {"jsonrpc":"2.0","id":26,"result":{"pending":"0x0","queued":"0x0"}}
>> {"jsonrpc":"2.0","id":27,"method":"hardhat_dropTransaction","params":["0x11"]}
<< {"jsonrpc":"2.0","id":27,"error":{"code":-32602,"message":"invalid argument 0: hex string has length 2, want 64"}}
>> {"jsonrpc":"2.0","id":28,"method":"anvil_removePoolTransactions","params":[]}
<< {"jsonrpc":"2.0","id":28,"error":{"code":-32602,"message":"missing value for required argument 0"}}
