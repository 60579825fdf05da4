// logs, synthetic ones included
>> {"jsonrpc":"2.0","id":1,"method":"native_getLogs","params":[{"fromBlock":"0x0","toBlock":"0x4"}]}
<< {"jsonrpc":"2.0","id":1,"result":[{"address":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","topics":["0xabababababababababababababababababababababababababababababababab"],"data":"0x000000000000000000000000000000000000000000000000000000000000002a","blockNumber":"0x3","transactionHash":"0xb43b5ab12597057e612351b01e9d0658acbd29581ff6781bd5238480e739bd0a","transactionIndex":"0x0","blockHash":"0x22a1aa957121158be45412ea037a3d89842950b94f214925ffcc1a1ded2b4356","blockTimestamp":"0x67748583","logIndex":"0x0","removed":false}]}
>> {"jsonrpc":"2.0","id":2,"method":"native_getLogs","params":[{}]}
<< {"jsonrpc":"2.0","id":2,"result":[]}
>> {"jsonrpc":"2.0","id":3,"method":"native_getLogs","params":[{"blockHash":"0x22a1aa957121158be45412ea037a3d89842950b94f214925ffcc1a1ded2b4356","address":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"}]}
<< {"jsonrpc":"2.0","id":3,"result":[{"address":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","topics":["0xabababababababababababababababababababababababababababababababab"],"data":"0x000000000000000000000000000000000000000000000000000000000000002a","blockNumber":"0x3","transactionHash":"0xb43b5ab12597057e612351b01e9d0658acbd29581ff6781bd5238480e739bd0a","transactionIndex":"0x0","blockHash":"0x22a1aa957121158be45412ea037a3d89842950b94f214925ffcc1a1ded2b4356","blockTimestamp":"0x67748583","logIndex":"0x0","removed":false}]}

// queries that are none
>> {"jsonrpc":"2.0","id":4,"method":"native_getLogs","params":[]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":5,"method":"native_getLogs","params":[{"fromBlock":"0x3","toBlock":"0x2"}]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":-32000,"message":"requested fromBlock 3 is greater than toBlock 2"}}
>> {"jsonrpc":"2.0","id":6,"method":"native_getLogs","params":[{"toBlock":"0x5"}]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":-32000,"message":"requested toBlock 5 is after latest available block 4"}}
>> {"jsonrpc":"2.0","id":7,"method":"native_getLogs","params":[{"blockHash":"0x1111111111111111111111111111111111111111111111111111111111111111"}]}
<< {"jsonrpc":"2.0","id":7,"error":{"code":-32000,"message":"unknown block"}}
>> {"jsonrpc":"2.0","id":8,"method":"native_getLogs","params":[{"topics":[null,null,null,null,null]}]}
<< {"jsonrpc":"2.0","id":8,"error":{"code":-32602,"message":"invalid argument 0: topics: exceed max topics: 5, want at most 4"}}
>> {"jsonrpc":"2.0","id":9,"method":"native_getLogs","params":[{"address":"0x12"}]}
<< {"jsonrpc":"2.0","id":9,"error":{"code":-32602,"message":"invalid argument 0: address: hex string has length 2, want 40"}}

// filters, and what they are told
>> {"jsonrpc":"2.0","id":10,"method":"native_newFilter","params":[{"address":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"}]}
<< {"jsonrpc":"2.0","id":10,"result":"$logs"}
>> {"jsonrpc":"2.0","id":11,"method":"native_newBlockFilter","params":[]}
<< {"jsonrpc":"2.0","id":11,"result":"$blocks"}
>> {"jsonrpc":"2.0","id":12,"method":"eth_newBlockFilter","params":[]}
<< {"jsonrpc":"2.0","id":12,"result":"$foreign"}
>> {"jsonrpc":"2.0","id":13,"method":"native_getFilterChanges","params":["$logs"]}
<< {"jsonrpc":"2.0","id":13,"result":[]}
>> {"jsonrpc":"2.0","id":14,"method":"native_getFilterChanges","params":["$blocks"]}
<< {"jsonrpc":"2.0","id":14,"result":[]}
>> {"jsonrpc":"2.0","id":15,"method":"eth_sendTransaction","params":[{"from":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","to":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","gas":"0x30d40"}]}
<< {"jsonrpc":"2.0","id":15,"result":"0xe0d17c0d668fac2587f0bd74db2c8a1c762f3a599790f5d92b68d07f9a9cf529"}
>> {"jsonrpc":"2.0","id":16,"method":"native_getFilterChanges","params":["$logs"]}
<< {"jsonrpc":"2.0","id":16,"result":[{"address":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","topics":["0xabababababababababababababababababababababababababababababababab"],"data":"0x000000000000000000000000000000000000000000000000000000000000002a","blockNumber":"0x5","transactionHash":"0xe0d17c0d668fac2587f0bd74db2c8a1c762f3a599790f5d92b68d07f9a9cf529","transactionIndex":"0x0","blockHash":"0x61dc84f91c3c8b636e8666b338265e7f460c6585dc599bb7845d05b2ddad80ae","blockTimestamp":"0x67748585","logIndex":"0x0","removed":false}]}
>> {"jsonrpc":"2.0","id":17,"method":"native_getFilterChanges","params":["$logs"]}
<< {"jsonrpc":"2.0","id":17,"result":[]}
>> {"jsonrpc":"2.0","id":18,"method":"native_getFilterChanges","params":["$blocks"]}
<< {"jsonrpc":"2.0","id":18,"result":["0x61dc84f91c3c8b636e8666b338265e7f460c6585dc599bb7845d05b2ddad80ae"]}
>> {"jsonrpc":"2.0","id":19,"method":"native_getFilterLogs","params":["$logs"]}
<< {"jsonrpc":"2.0","id":19,"result":[{"address":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","topics":["0xabababababababababababababababababababababababababababababababab"],"data":"0x000000000000000000000000000000000000000000000000000000000000002a","blockNumber":"0x3","transactionHash":"0xb43b5ab12597057e612351b01e9d0658acbd29581ff6781bd5238480e739bd0a","transactionIndex":"0x0","blockHash":"0x22a1aa957121158be45412ea037a3d89842950b94f214925ffcc1a1ded2b4356","blockTimestamp":"0x67748583","logIndex":"0x0","removed":false},{"address":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","topics":["0xabababababababababababababababababababababababababababababababab"],"data":"0x000000000000000000000000000000000000000000000000000000000000002a","blockNumber":"0x5","transactionHash":"0xe0d17c0d668fac2587f0bd74db2c8a1c762f3a599790f5d92b68d07f9a9cf529","transactionIndex":"0x0","blockHash":"0x61dc84f91c3c8b636e8666b338265e7f460c6585dc599bb7845d05b2ddad80ae","blockTimestamp":"0x67748585","logIndex":"0x0","removed":false}]}
>> {"jsonrpc":"2.0","id":20,"method":"native_getFilterLogs","params":["$blocks"]}
<< {"jsonrpc":"2.0","id":20,"error":{"code":-32000,"message":"not a filter of logs: use eth_getFilterChanges"}}

// the other family has filters of its own
>> {"jsonrpc":"2.0","id":21,"method":"native_getFilterChanges","params":["$foreign"]}
<< {"jsonrpc":"2.0","id":21,"error":{"code":-32000,"message":"filter not found"}}
>> {"jsonrpc":"2.0","id":22,"method":"native_getFilterLogs","params":["$foreign"]}
<< {"jsonrpc":"2.0","id":22,"error":{"code":-32000,"message":"filter not found"}}
>> {"jsonrpc":"2.0","id":23,"method":"native_uninstallFilter","params":["$foreign"]}
<< {"jsonrpc":"2.0","id":23,"result":false}
>> {"jsonrpc":"2.0","id":24,"method":"eth_getFilterChanges","params":["$logs"]}
<< {"jsonrpc":"2.0","id":24,"error":{"code":-32000,"message":"filter not found"}}
>> {"jsonrpc":"2.0","id":25,"method":"eth_uninstallFilter","params":["$logs"]}
<< {"jsonrpc":"2.0","id":25,"result":false}

// until they are taken away
>> {"jsonrpc":"2.0","id":26,"method":"native_uninstallFilter","params":["$logs"]}
<< {"jsonrpc":"2.0","id":26,"result":true}
>> {"jsonrpc":"2.0","id":27,"method":"native_uninstallFilter","params":["$logs"]}
<< {"jsonrpc":"2.0","id":27,"result":false}
>> {"jsonrpc":"2.0","id":28,"method":"native_getFilterChanges","params":["$logs"]}
<< {"jsonrpc":"2.0","id":28,"error":{"code":-32000,"message":"filter not found"}}
>> {"jsonrpc":"2.0","id":29,"method":"native_getFilterLogs","params":["$logs"]}
<< {"jsonrpc":"2.0","id":29,"error":{"code":-32000,"message":"filter not found"}}

// bad input
>> {"jsonrpc":"2.0","id":30,"method":"native_newFilter","params":[]}
<< {"jsonrpc":"2.0","id":30,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":31,"method":"native_newFilter","params":[{"fromBlock":"0x3","toBlock":"0x2"}]}
<< {"jsonrpc":"2.0","id":31,"error":{"code":-32000,"message":"requested fromBlock 3 is greater than toBlock 2"}}
>> {"jsonrpc":"2.0","id":32,"method":"native_newFilter","params":[{"blockHash":"0x1111111111111111111111111111111111111111111111111111111111111111"}]}
<< {"jsonrpc":"2.0","id":32,"error":{"code":-32000,"message":"unknown block"}}
>> {"jsonrpc":"2.0","id":33,"method":"native_newFilter","params":[{"topics":"0x12"}]}
<< {"jsonrpc":"2.0","id":33,"error":{"code":-32602,"message":"invalid argument 0: topics: want an array, got string"}}
>> {"jsonrpc":"2.0","id":34,"method":"native_newBlockFilter","params":[true]}
<< {"jsonrpc":"2.0","id":34,"error":{"code":-32602,"message":"too many arguments, want at most 0"}}
>> {"jsonrpc":"2.0","id":35,"method":"native_getFilterChanges","params":[]}
<< {"jsonrpc":"2.0","id":35,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":36,"method":"native_getFilterChanges","params":[1]}
<< {"jsonrpc":"2.0","id":36,"error":{"code":-32602,"message":"invalid argument 0: want a string, got number"}}
>> {"jsonrpc":"2.0","id":37,"method":"native_getFilterLogs","params":[]}
<< {"jsonrpc":"2.0","id":37,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":38,"method":"native_uninstallFilter","params":[]}
<< {"jsonrpc":"2.0","id":38,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":39,"method":"native_uninstallFilter","params":[{}]}
<< {"jsonrpc":"2.0","id":39,"error":{"code":-32602,"message":"invalid argument 0: want a string, got object"}}
