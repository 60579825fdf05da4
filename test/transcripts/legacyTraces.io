// traces of a block
>> {"jsonrpc":"2.0","id":1,"method":"native_traceBlockByNumberExcludeTraceFail","params":["0x1",{"tracer":"callTracer"}]}
<< {"jsonrpc":"2.0","id":1,"result":[{"txHash":"0x5dfc1c9708813100f351f628fc9af189c9432a7d6d323ff7c48d2efb40ca83c0","result":{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","gas":"0x5208","gasUsed":"0x5208","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","input":"0x","value":"0xde0b6b3a7640000","type":"CALL"}}]}
>> {"jsonrpc":"2.0","id":2,"method":"native_traceBlockByNumberExcludeTraceFail","params":["0x1"]}
<< {"jsonrpc":"2.0","id":2,"result":[{"txHash":"0x5dfc1c9708813100f351f628fc9af189c9432a7d6d323ff7c48d2efb40ca83c0","result":{"structLogs":[],"gas":21000,"failed":false,"returnValue":"0x"}}]}
>> {"jsonrpc":"2.0","id":3,"method":"native_traceBlockByNumberExcludeTraceFail","params":["pending",{"tracer":"callTracer"}]}
<< {"jsonrpc":"2.0","id":3,"result":[]}
>> {"jsonrpc":"2.0","id":4,"method":"native_traceBlockByHashExcludeTraceFail","params":["0x8b9c084223e1eef75b61b0252a1566ed1341a3b05d554815960d6e1d53650536",{"tracer":"callTracer"}]}
<< {"jsonrpc":"2.0","id":4,"result":[{"txHash":"0x5dfc1c9708813100f351f628fc9af189c9432a7d6d323ff7c48d2efb40ca83c0","result":{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","gas":"0x5208","gasUsed":"0x5208","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","input":"0x","value":"0xde0b6b3a7640000","type":"CALL"}}]}

// a transaction that reverted can be traced
>> {"jsonrpc":"2.0","id":5,"method":"native_traceBlockByNumberExcludeTraceFail","params":["0x4",{"tracer":"callTracer"}]}
<< {"jsonrpc":"2.0","id":5,"result":[{"txHash":"0x85da2d8a829df3468b86f5ec4a57f9bb187d2b6fd95ff1a8f944486b28867a8e","result":{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","gas":"0x30d40","gasUsed":"0x526a","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","input":"0x01","output":"0x08c379a0000000000000000000000000000000000000000000000000000000000000002000000000000000000000000000000000000000000000000000000000000000026e6f000000000000000000000000000000000000000000000000000000000000","error":"execution reverted","revertReason":"no","value":"0x0","type":"CALL"}}]}
>> {"jsonrpc":"2.0","id":6,"method":"native_getTransactionReceiptExcludeTraceFail","params":["0x85da2d8a829df3468b86f5ec4a57f9bb187d2b6fd95ff1a8f944486b28867a8e"]}
<< {"jsonrpc":"2.0","id":6,"result":{"transactionHash":"0x85da2d8a829df3468b86f5ec4a57f9bb187d2b6fd95ff1a8f944486b28867a8e","transactionIndex":"0x0","blockHash":"0xe833ebe077e7e1f057dab01c49d9a73c545b7aaf73d308dd079ce71cda55b66a","blockNumber":"0x4","from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","cumulativeGasUsed":"0x526a","gasUsed":"0x526a","contractAddress":null,"logs":[],"logsBloom":"0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000","status":"0x0","effectiveGasPrice":"0x77359400","type":"0x2"}}

// receipts
>> {"jsonrpc":"2.0","id":7,"method":"native_getTransactionReceiptExcludeTraceFail","params":["0xb43b5ab12597057e612351b01e9d0658acbd29581ff6781bd5238480e739bd0a"]}
<< {"jsonrpc":"2.0","id":7,"result":{"transactionHash":"0xb43b5ab12597057e612351b01e9d0658acbd29581ff6781bd5238480e739bd0a","transactionIndex":"0x0","blockHash":"0x22a1aa957121158be45412ea037a3d89842950b94f214925ffcc1a1ded2b4356","blockNumber":"0x3","from":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","cumulativeGasUsed":"0xac7a","gasUsed":"0xac7a","contractAddress":null,"logs":[{"address":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","topics":["0xabababababababababababababababababababababababababababababababab"],"data":"0x000000000000000000000000000000000000000000000000000000000000002a","blockNumber":"0x3","transactionHash":"0xb43b5ab12597057e612351b01e9d0658acbd29581ff6781bd5238480e739bd0a","transactionIndex":"0x0","blockHash":"0x22a1aa957121158be45412ea037a3d89842950b94f214925ffcc1a1ded2b4356","blockTimestamp":"0x67748583","logIndex":"0x0","removed":false}],"logsBloom":"0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000010000000000000000000000000000000000000000000000000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001000000000000000000000000000000000000000000000000000000000000000080000000000000100800000000000000000","status":"0x1","effectiveGasPrice":"0x77359400","type":"0x2"}}
>> {"jsonrpc":"2.0","id":8,"method":"native_getTransactionReceiptExcludeTraceFail","params":["0x1111111111111111111111111111111111111111111111111111111111111111"]}
<< {"jsonrpc":"2.0","id":8,"result":null}

// blocks that cannot be traced
>> {"jsonrpc":"2.0","id":9,"method":"native_traceBlockByNumberExcludeTraceFail","params":["earliest",{"tracer":"callTracer"}]}
<< {"jsonrpc":"2.0","id":9,"result":[]}
>> {"jsonrpc":"2.0","id":10,"method":"native_traceBlockByNumberExcludeTraceFail","params":["0x63",{"tracer":"callTracer"}]}
<< {"jsonrpc":"2.0","id":10,"error":{"code":-32000,"message":"block #99 not found"}}
>> {"jsonrpc":"2.0","id":11,"method":"native_traceBlockByHashExcludeTraceFail","params":["0x1111111111111111111111111111111111111111111111111111111111111111",{"tracer":"callTracer"}]}
<< {"jsonrpc":"2.0","id":11,"error":{"code":-32000,"message":"block 0x1111111111111111111111111111111111111111111111111111111111111111 not found"}}

// bad input
>> {"jsonrpc":"2.0","id":12,"method":"native_traceBlockByNumberExcludeTraceFail","params":[]}
<< {"jsonrpc":"2.0","id":12,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":13,"method":"native_traceBlockByNumberExcludeTraceFail","params":["0x1",{"tracer":"myTracer"}]}
<< {"jsonrpc":"2.0","id":13,"error":{"code":-32000,"message":"unknown tracer \"myTracer\": want one of callTracer, opcodeTracer, prestateTracer, 4byteTracer, flatCallTracer, muxTracer, noopTracer, opcountTracer, keccak256PreimageTracer, erc7562Tracer, or the source of a JavaScript tracer object"}}
>> {"jsonrpc":"2.0","id":14,"method":"native_traceBlockByNumberExcludeTraceFail","params":["0x1",{"tracer":"callTracer","tracerConfig":{"withLog":1}}]}
<< {"jsonrpc":"2.0","id":14,"error":{"code":-32602,"message":"invalid tracerConfig of callTracer: withLog: want true or false, got number"}}
>> {"jsonrpc":"2.0","id":15,"method":"native_traceBlockByHashExcludeTraceFail","params":["0x1"]}
<< {"jsonrpc":"2.0","id":15,"error":{"code":-32602,"message":"invalid argument 0: hex string has length 1, want 64"}}
>> {"jsonrpc":"2.0","id":16,"method":"native_traceBlockByHashExcludeTraceFail","params":["0x8b9c084223e1eef75b61b0252a1566ed1341a3b05d554815960d6e1d53650536",{"timeout":"soon"}]}
<< {"jsonrpc":"2.0","id":16,"error":{"code":-32602,"message":"invalid argument 1: timeout: time: invalid duration \"soon\": want one such as \"5s\" or \"1m30s\""}}
>> {"jsonrpc":"2.0","id":17,"method":"native_getTransactionReceiptExcludeTraceFail","params":[]}
<< {"jsonrpc":"2.0","id":17,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":18,"method":"native_getTransactionReceiptExcludeTraceFail","params":["0x12"]}
<< {"jsonrpc":"2.0","id":18,"error":{"code":-32602,"message":"invalid argument 0: hex string has length 2, want 64"}}
