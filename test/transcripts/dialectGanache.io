// node {"compat":"ganache"}
>> {"jsonrpc":"2.0","id":1,"method":"web3_clientVersion","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"Ganache/v7.9.2/EthereumJS TestRPC/v7.9.2/ethereum-js"}
>> {"jsonrpc":"2.0","id":2,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":2,"result":"0x0"}
>> {"jsonrpc":"2.0","id":3,"method":"evm_increaseTime","params":["0xa"]}
<< {"jsonrpc":"2.0","id":3,"result":10}
>> {"jsonrpc":"2.0","id":4,"method":"evm_setNextBlockTimestamp","params":["0x67748900"]}
<< {"jsonrpc":"2.0","id":4,"result":null}
>> {"jsonrpc":"2.0","id":5,"method":"evm_setAutomine","params":[true]}
<< {"jsonrpc":"2.0","id":5,"result":true}
>> {"jsonrpc":"2.0","id":6,"method":"evm_setIntervalMining","params":[3600000]}
<< {"jsonrpc":"2.0","id":6,"result":true}
>> {"jsonrpc":"2.0","id":7,"method":"anvil_getIntervalMining","params":[]}
<< {"jsonrpc":"2.0","id":7,"result":3600}
>> {"jsonrpc":"2.0","id":8,"method":"evm_setIntervalMining","params":[0]}
<< {"jsonrpc":"2.0","id":8,"result":true}
>> {"jsonrpc":"2.0","id":9,"method":"hardhat_setBalance","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0x1"]}
<< {"jsonrpc":"2.0","id":9,"result":true}
>> {"jsonrpc":"2.0","id":10,"method":"eth_blobBaseFee","params":[]}
<< {"jsonrpc":"2.0","id":10,"error":{"code":-32000,"message":"blobs not supported on this chain"}}
>> {"jsonrpc":"2.0","id":11,"method":"eth_syncing","params":[]}
<< {"jsonrpc":"2.0","id":11,"result":false}

// errors
>> {"jsonrpc":"2.0","id":12,"method":"eth_none","params":[]}
<< {"jsonrpc":"2.0","id":12,"error":{"code":-32700,"message":"The method eth_none does not exist/is not available"}}
>> {"jsonrpc":"2.0","id":13,"method":"eth_getBalance","params":[]}
<< {"jsonrpc":"2.0","id":13,"error":{"code":-32700,"message":"Incorrect number of arguments. 'eth_getBalance' requires between 1 and 2 arguments."}}
>> {"jsonrpc":"2.0","id":14,"method":"eth_getBalance","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","0x1000"]}
<< {"jsonrpc":"2.0","id":14,"error":{"code":-32700,"message":"header not found"}}
>> {"jsonrpc":"2.0","id":15,"method":"eth_call","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","data":"0x01"},"latest"]}
<< {"jsonrpc":"2.0","id":15,"error":{"code":-32000,"message":"VM Exception while processing transaction: revert no","data":"0x08c379a0000000000000000000000000000000000000000000000000000000000000002000000000000000000000000000000000000000000000000000000000000000026e6f000000000000000000000000000000000000000000000000000000000000"}}
>> {"jsonrpc":"2.0","id":16,"method":"eth_estimateGas","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","data":"0x01"},"latest"]}
<< {"jsonrpc":"2.0","id":16,"error":{"code":-32000,"message":"VM Exception while processing transaction: revert no","data":{"hash":null,"result":"0x08c379a0000000000000000000000000000000000000000000000000000000000000002000000000000000000000000000000000000000000000000000000000000000026e6f000000000000000000000000000000000000000000000000000000000000","reason":"no","message":"revert"}}}
>> {"jsonrpc":"2.0","id":17,"method":"eth_sendTransaction","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","nonce":"0x0"}]}
<< {"jsonrpc":"2.0","id":17,"error":{"code":-32000,"message":"the tx doesn't have the correct nonce. account has nonce of: 3 tx has nonce of: 0"}}
>> {"jsonrpc":"2.0","id":18,"method":"eth_sendTransaction","params":[{"from":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","to":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","value":"0x2","gas":"0x5208","gasPrice":"0x77359400"}]}
<< {"jsonrpc":"2.0","id":18,"error":{"code":-32003,"message":"insufficient funds for gas * price + value"}}
>> {"jsonrpc":"2.0","id":19,"method":"debug_traceTransaction","params":["0x0101010101010101010101010101010101010101010101010101010101010101"]}
<< {"jsonrpc":"2.0","id":19,"error":{"code":-32700,"message":"Unknown transaction 0x0101010101010101010101010101010101010101010101010101010101010101"}}
