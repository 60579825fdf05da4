// logs of a range, of the newest block, of the last block, from a block on, of one block
>> {"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"fromBlock":"0x0","toBlock":"0x4"}]}
<< {"jsonrpc":"2.0","id":1,"result":[{"address":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","topics":["0xabababababababababababababababababababababababababababababababab"],"data":"0x000000000000000000000000000000000000000000000000000000000000002a","blockNumber":"0x3","transactionHash":"0xb43b5ab12597057e612351b01e9d0658acbd29581ff6781bd5238480e739bd0a","transactionIndex":"0x0","blockHash":"0x22a1aa957121158be45412ea037a3d89842950b94f214925ffcc1a1ded2b4356","blockTimestamp":"0x67748583","logIndex":"0x0","removed":false}]}
>> {"jsonrpc":"2.0","id":2,"method":"eth_getLogs","params":[{}]}
<< {"jsonrpc":"2.0","id":2,"result":[]}
>> {"jsonrpc":"2.0","id":3,"method":"eth_getLogs","params":[{"toBlock":"0x3"}]}
<< {"jsonrpc":"2.0","id":3,"result":[{"address":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","topics":["0xabababababababababababababababababababababababababababababababab"],"data":"0x000000000000000000000000000000000000000000000000000000000000002a","blockNumber":"0x3","transactionHash":"0xb43b5ab12597057e612351b01e9d0658acbd29581ff6781bd5238480e739bd0a","transactionIndex":"0x0","blockHash":"0x22a1aa957121158be45412ea037a3d89842950b94f214925ffcc1a1ded2b4356","blockTimestamp":"0x67748583","logIndex":"0x0","removed":false}]}
>> {"jsonrpc":"2.0","id":4,"method":"eth_getLogs","params":[{"fromBlock":"earliest","address":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"]}]}
<< {"jsonrpc":"2.0","id":4,"result":[{"address":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","topics":["0xabababababababababababababababababababababababababababababababab"],"data":"0x000000000000000000000000000000000000000000000000000000000000002a","blockNumber":"0x3","transactionHash":"0xb43b5ab12597057e612351b01e9d0658acbd29581ff6781bd5238480e739bd0a","transactionIndex":"0x0","blockHash":"0x22a1aa957121158be45412ea037a3d89842950b94f214925ffcc1a1ded2b4356","blockTimestamp":"0x67748583","logIndex":"0x0","removed":false}]}
>> {"jsonrpc":"2.0","id":5,"method":"eth_getLogs","params":[{"blockHash":"0x11a42773c85f6b7e4c4d2876476c8bee6031add814a0209be5a8542033dcd4f9","topics":[null]}]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":-32000,"message":"unknown block"}}

// criteria
>> {"jsonrpc":"2.0","id":6,"method":"eth_getLogs","params":[{"fromBlock":"0x0","address":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"}]}
<< {"jsonrpc":"2.0","id":6,"result":[]}
>> {"jsonrpc":"2.0","id":7,"method":"eth_getLogs","params":[{"fromBlock":"0x0","topics":["0x1111111111111111111111111111111111111111111111111111111111111111"]}]}
<< {"jsonrpc":"2.0","id":7,"result":[]}
>> {"jsonrpc":"2.0","id":8,"method":"eth_getLogs","params":[{"fromBlock":"0x0","topics":[["0x1111111111111111111111111111111111111111111111111111111111111111","0xABababababababababababababababababababababababababababababababab"]]}]}
<< {"jsonrpc":"2.0","id":8,"result":[{"address":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","topics":["0xabababababababababababababababababababababababababababababababab"],"data":"0x000000000000000000000000000000000000000000000000000000000000002a","blockNumber":"0x3","transactionHash":"0xb43b5ab12597057e612351b01e9d0658acbd29581ff6781bd5238480e739bd0a","transactionIndex":"0x0","blockHash":"0x22a1aa957121158be45412ea037a3d89842950b94f214925ffcc1a1ded2b4356","blockTimestamp":"0x67748583","logIndex":"0x0","removed":false}]}
>> {"jsonrpc":"2.0","id":9,"method":"eth_getLogs","params":[{"fromBlock":"0x0","topics":[null,null]}]}
<< {"jsonrpc":"2.0","id":9,"result":[]}
>> {"jsonrpc":"2.0","id":10,"method":"eth_getLogs","params":[{"fromBlock":"0x0","address":["0x12"]}]}
<< {"jsonrpc":"2.0","id":10,"error":{"code":-32602,"message":"invalid argument 0: address[0]: hex string has length 2, want 40"}}
>> {"jsonrpc":"2.0","id":11,"method":"eth_getLogs","params":[{"topics":[null,["0x1111111111111111111111111111111111111111111111111111111111111111","0x12"]]}]}
<< {"jsonrpc":"2.0","id":11,"error":{"code":-32602,"message":"invalid argument 0: topics[1][1]: hex string has length 2, want 64"}}
>> {"jsonrpc":"2.0","id":12,"method":"eth_getLogs","params":[{"topics":[null,null,null,null,null]}]}
<< {"jsonrpc":"2.0","id":12,"error":{"code":-32602,"message":"invalid argument 0: topics: exceed max topics: 5, want at most 4"}}
>> {"jsonrpc":"2.0","id":13,"method":"eth_getLogs","params":[]}
<< {"jsonrpc":"2.0","id":13,"error":{"code":-32602,"message":"missing value for required argument 0"}}

// ranges that are none
>> {"jsonrpc":"2.0","id":14,"method":"eth_getLogs","params":[{"fromBlock":"0x3","toBlock":"0x2"}]}
<< {"jsonrpc":"2.0","id":14,"error":{"code":-32000,"message":"requested fromBlock 3 is greater than toBlock 2"}}
>> {"jsonrpc":"2.0","id":15,"method":"eth_getLogs","params":[{"fromBlock":"latest","toBlock":"earliest"}]}
<< {"jsonrpc":"2.0","id":15,"error":{"code":-32000,"message":"requested fromBlock 4 is greater than toBlock 0"}}
>> {"jsonrpc":"2.0","id":16,"method":"eth_getLogs","params":[{"fromBlock":"0x1","toBlock":"0x5"}]}
<< {"jsonrpc":"2.0","id":16,"error":{"code":-32000,"message":"requested toBlock 5 is after latest available block 4"}}
>> {"jsonrpc":"2.0","id":17,"method":"eth_getLogs","params":[{"toBlock":"0x5"}]}
<< {"jsonrpc":"2.0","id":17,"error":{"code":-32000,"message":"requested toBlock 5 is after latest available block 4"}}
>> {"jsonrpc":"2.0","id":18,"method":"eth_getLogs","params":[{"fromBlock":"0x5"}]}
<< {"jsonrpc":"2.0","id":18,"error":{"code":-32000,"message":"requested fromBlock 5 is after latest available block 4"}}
>> {"jsonrpc":"2.0","id":19,"method":"eth_getLogs","params":[{"fromBlock":"0x1","blockHash":"0x11a42773c85f6b7e4c4d2876476c8bee6031add814a0209be5a8542033dcd4f9"}]}
<< {"jsonrpc":"2.0","id":19,"error":{"code":-32602,"message":"invalid argument 0: cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other"}}
>> {"jsonrpc":"2.0","id":20,"method":"eth_getLogs","params":[{"blockHash":"0x1111111111111111111111111111111111111111111111111111111111111111"}]}
<< {"jsonrpc":"2.0","id":20,"error":{"code":-32000,"message":"unknown block"}}

// a filter of logs: what comes after it, and all there is
>> {"jsonrpc":"2.0","id":21,"method":"eth_newFilter","params":[{"address":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"}]}
<< {"jsonrpc":"2.0","id":21,"result":"$logs"}
>> {"jsonrpc":"2.0","id":22,"method":"eth_getFilterChanges","params":["$logs"]}
<< {"jsonrpc":"2.0","id":22,"result":[]}
>> {"jsonrpc":"2.0","id":23,"method":"eth_newBlockFilter","params":[]}
<< {"jsonrpc":"2.0","id":23,"result":"$blocks"}
>> {"jsonrpc":"2.0","id":24,"method":"eth_newPendingTransactionFilter","params":[]}
<< {"jsonrpc":"2.0","id":24,"result":"$transactions"}
>> {"jsonrpc":"2.0","id":25,"method":"eth_newPendingTransactionFilter","params":[true]}
<< {"jsonrpc":"2.0","id":25,"result":"$wholeTransactions"}
>> {"jsonrpc":"2.0","id":26,"method":"eth_sendTransaction","params":[{"from":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","gas":"0x30d40"}]}
<< {"jsonrpc":"2.0","id":26,"result":"0xe0d17c0d668fac2587f0bd74db2c8a1c762f3a599790f5d92b68d07f9a9cf529"}
>> {"jsonrpc":"2.0","id":27,"method":"eth_getFilterChanges","params":["$logs"]}
<< {"jsonrpc":"2.0","id":27,"result":[{"address":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","topics":["0xabababababababababababababababababababababababababababababababab"],"data":"0x000000000000000000000000000000000000000000000000000000000000002a","blockNumber":"0x5","transactionHash":"0xe0d17c0d668fac2587f0bd74db2c8a1c762f3a599790f5d92b68d07f9a9cf529","transactionIndex":"0x0","blockHash":"0x61dc84f91c3c8b636e8666b338265e7f460c6585dc599bb7845d05b2ddad80ae","blockTimestamp":"0x67748585","logIndex":"0x0","removed":false}]}
>> {"jsonrpc":"2.0","id":28,"method":"eth_getFilterChanges","params":["$logs"]}
<< {"jsonrpc":"2.0","id":28,"result":[]}
>> {"jsonrpc":"2.0","id":29,"method":"eth_getFilterLogs","params":["$logs"]}
<< {"jsonrpc":"2.0","id":29,"result":[{"address":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","topics":["0xabababababababababababababababababababababababababababababababab"],"data":"0x000000000000000000000000000000000000000000000000000000000000002a","blockNumber":"0x3","transactionHash":"0xb43b5ab12597057e612351b01e9d0658acbd29581ff6781bd5238480e739bd0a","transactionIndex":"0x0","blockHash":"0x22a1aa957121158be45412ea037a3d89842950b94f214925ffcc1a1ded2b4356","blockTimestamp":"0x67748583","logIndex":"0x0","removed":false},{"address":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","topics":["0xabababababababababababababababababababababababababababababababab"],"data":"0x000000000000000000000000000000000000000000000000000000000000002a","blockNumber":"0x5","transactionHash":"0xe0d17c0d668fac2587f0bd74db2c8a1c762f3a599790f5d92b68d07f9a9cf529","transactionIndex":"0x0","blockHash":"0x61dc84f91c3c8b636e8666b338265e7f460c6585dc599bb7845d05b2ddad80ae","blockTimestamp":"0x67748585","logIndex":"0x0","removed":false}]}
>> {"jsonrpc":"2.0","id":30,"method":"eth_getFilterChanges","params":["$blocks"]}
<< {"jsonrpc":"2.0","id":30,"result":["0x61dc84f91c3c8b636e8666b338265e7f460c6585dc599bb7845d05b2ddad80ae"]}
>> {"jsonrpc":"2.0","id":31,"method":"eth_getFilterChanges","params":["$blocks"]}
<< {"jsonrpc":"2.0","id":31,"result":[]}
>> {"jsonrpc":"2.0","id":32,"method":"eth_getFilterChanges","params":["$transactions"]}
<< {"jsonrpc":"2.0","id":32,"result":["0xe0d17c0d668fac2587f0bd74db2c8a1c762f3a599790f5d92b68d07f9a9cf529"]}
>> {"jsonrpc":"2.0","id":33,"method":"eth_getFilterChanges","params":["$wholeTransactions"]}
<< {"jsonrpc":"2.0","id":33,"result":[{"blockHash":null,"blockNumber":null,"from":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","gas":"0x30d40","gasPrice":"0xb2d05e00","hash":"0xe0d17c0d668fac2587f0bd74db2c8a1c762f3a599790f5d92b68d07f9a9cf529","input":"0x","nonce":"0x1","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","transactionIndex":null,"value":"0x0","type":"0x2","chainId":"0xae3f2","maxFeePerGas":"0xb2d05e00","maxPriorityFeePerGas":"0x3b9aca00","accessList":[],"v":"0x1","r":"0x607d4d83a2e2d9a841bf867fe07d8cca1c478ab5627368babd9d2358794fed64","s":"0x660081ec354ed312385ad1e7ea2f993587fdca7211a8e512b59437ebba23519e","yParity":"0x1"}]}
>> {"jsonrpc":"2.0","id":34,"method":"eth_getFilterChanges","params":["$transactions"]}
<< {"jsonrpc":"2.0","id":34,"result":[]}

// what filters refuse
>> {"jsonrpc":"2.0","id":35,"method":"eth_getFilterLogs","params":["$blocks"]}
<< {"jsonrpc":"2.0","id":35,"error":{"code":-32000,"message":"not a filter of logs: use eth_getFilterChanges"}}
>> {"jsonrpc":"2.0","id":36,"method":"eth_newFilter","params":[{"fromBlock":"0x9","toBlock":"0x8"}]}
<< {"jsonrpc":"2.0","id":36,"error":{"code":-32000,"message":"requested fromBlock 9 is greater than toBlock 8"}}
>> {"jsonrpc":"2.0","id":37,"method":"eth_newFilter","params":[{"blockHash":"0x1111111111111111111111111111111111111111111111111111111111111111"}]}
<< {"jsonrpc":"2.0","id":37,"error":{"code":-32000,"message":"unknown block"}}
>> {"jsonrpc":"2.0","id":38,"method":"eth_newFilter","params":[{"topics":["0x12"]}]}
<< {"jsonrpc":"2.0","id":38,"error":{"code":-32602,"message":"invalid argument 0: topics[0]: hex string has length 2, want 64"}}
>> {"jsonrpc":"2.0","id":39,"method":"eth_newFilter","params":[]}
<< {"jsonrpc":"2.0","id":39,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":40,"method":"eth_newPendingTransactionFilter","params":["yes"]}
<< {"jsonrpc":"2.0","id":40,"error":{"code":-32602,"message":"invalid argument 0: want true or false, got string"}}
>> {"jsonrpc":"2.0","id":41,"method":"eth_getFilterChanges","params":[null]}
<< {"jsonrpc":"2.0","id":41,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":42,"method":"eth_getFilterChanges","params":[]}
<< {"jsonrpc":"2.0","id":42,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":43,"method":"eth_getFilterChanges","params":[1]}
<< {"jsonrpc":"2.0","id":43,"error":{"code":-32602,"message":"invalid argument 0: want a string, got number"}}
>> {"jsonrpc":"2.0","id":44,"method":"eth_getFilterLogs","params":["0x1"]}
<< {"jsonrpc":"2.0","id":44,"error":{"code":-32000,"message":"filter not found"}}

// a range to come, and one block
>> {"jsonrpc":"2.0","id":45,"method":"eth_newFilter","params":[{"fromBlock":"0x64","toBlock":"0xc8"}]}
<< {"jsonrpc":"2.0","id":45,"result":"$future"}
>> {"jsonrpc":"2.0","id":46,"method":"eth_getFilterLogs","params":["$future"]}
<< {"jsonrpc":"2.0","id":46,"result":[]}
>> {"jsonrpc":"2.0","id":47,"method":"eth_newFilter","params":[{"blockHash":"0x11a42773c85f6b7e4c4d2876476c8bee6031add814a0209be5a8542033dcd4f9"}]}
<< {"jsonrpc":"2.0","id":47,"error":{"code":-32000,"message":"unknown block"}}
>> {"jsonrpc":"2.0","id":48,"method":"eth_getFilterChanges","params":["$block3"]}
<< {"jsonrpc":"2.0","id":48,"error":{"code":-32000,"message":"filter not found"}}
>> {"jsonrpc":"2.0","id":49,"method":"eth_getFilterChanges","params":["$block3"]}
<< {"jsonrpc":"2.0","id":49,"error":{"code":-32000,"message":"filter not found"}}

// the end of a filter
>> {"jsonrpc":"2.0","id":50,"method":"eth_uninstallFilter","params":["$logs"]}
<< {"jsonrpc":"2.0","id":50,"result":true}
>> {"jsonrpc":"2.0","id":51,"method":"eth_uninstallFilter","params":["$logs"]}
<< {"jsonrpc":"2.0","id":51,"result":false}
>> {"jsonrpc":"2.0","id":52,"method":"eth_getFilterChanges","params":["$logs"]}
<< {"jsonrpc":"2.0","id":52,"error":{"code":-32000,"message":"filter not found"}}
>> {"jsonrpc":"2.0","id":53,"method":"eth_getFilterLogs","params":["$logs"]}
<< {"jsonrpc":"2.0","id":53,"error":{"code":-32000,"message":"filter not found"}}
