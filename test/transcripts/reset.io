// who and where
>> {"jsonrpc":"2.0","id":1,"method":"anvil_nodeInfo","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":{"currentBlockNumber":"0x4","currentBlockTimestamp":1735689604,"currentBlockHash":"0xe833ebe077e7e1f057dab01c49d9a73c545b7aaf73d308dd079ce71cda55b66a","hardFork":"prague","transactionOrder":"fees","environment":{"baseFee":"0x3b9aca00","chainId":713714,"gasLimit":"0x5f5e100","gasPrice":"0x4190ab00"},"forkConfig":{"forkUrl":null,"forkBlockNumber":null,"forkRetryBackoff":null},"network":null}}
>> {"jsonrpc":"2.0","id":2,"method":"hardhat_nodeInfo","params":[]}
<< {"jsonrpc":"2.0","id":2,"result":{"currentBlockNumber":"0x4","currentBlockTimestamp":1735689604,"currentBlockHash":"0xe833ebe077e7e1f057dab01c49d9a73c545b7aaf73d308dd079ce71cda55b66a","hardFork":"prague","transactionOrder":"fees","environment":{"baseFee":"0x3b9aca00","chainId":713714,"gasLimit":"0x5f5e100","gasPrice":"0x4190ab00"},"forkConfig":{"forkUrl":null,"forkBlockNumber":null,"forkRetryBackoff":null},"network":null}}
>> {"jsonrpc":"2.0","id":3,"method":"ganache_nodeInfo","params":[]}
<< {"jsonrpc":"2.0","id":3,"result":{"currentBlockNumber":"0x4","currentBlockTimestamp":1735689604,"currentBlockHash":"0xe833ebe077e7e1f057dab01c49d9a73c545b7aaf73d308dd079ce71cda55b66a","hardFork":"prague","transactionOrder":"fees","environment":{"baseFee":"0x3b9aca00","chainId":713714,"gasLimit":"0x5f5e100","gasPrice":"0x4190ab00"},"forkConfig":{"forkUrl":null,"forkBlockNumber":null,"forkRetryBackoff":null},"network":null}}
>> {"jsonrpc":"2.0","id":4,"method":"hardhat_metadata","params":[1]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"too many arguments, want at most 0"}}
>> {"jsonrpc":"2.0","id":5,"method":"anvil_metadata","params":[1]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":-32602,"message":"too many arguments, want at most 0"}}
>> {"jsonrpc":"2.0","id":6,"method":"ganache_metadata","params":[1]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":-32602,"message":"too many arguments, want at most 0"}}
// some blocks back
>> {"jsonrpc":"2.0","id":10,"method":"anvil_rollback","params":[]}
<< {"jsonrpc":"2.0","id":10,"result":null}
>> {"jsonrpc":"2.0","id":11,"method":"hardhat_rollback","params":[1]}
<< {"jsonrpc":"2.0","id":11,"result":null}
>> {"jsonrpc":"2.0","id":12,"method":"eth_blockNumber","params":[]}
<< {"jsonrpc":"2.0","id":12,"result":"0x2"}
>> {"jsonrpc":"2.0","id":13,"method":"ganache_rollback","params":["0x3"]}
<< {"jsonrpc":"2.0","id":13,"error":{"code":-32000,"message":"cannot roll back 3 blocks: the newest block is 2"}}
// anew
>> {"jsonrpc":"2.0","id":20,"method":"hardhat_reset","params":[{"forking":{"jsonRpcUrl":"http://127.0.0.1:1","blockNumber":1}}]}
<< {"jsonrpc":"2.0","id":20,"error":{"code":-32000,"message":"cannot fork: a node with --db or --record keeps its chain"}}
>> {"jsonrpc":"2.0","id":21,"method":"anvil_reset","params":[{"jsonRpcUrl":"http://127.0.0.1:1"}]}
<< {"jsonrpc":"2.0","id":21,"error":{"code":-32000,"message":"cannot fork: a node with --db or --record keeps its chain"}}
>> {"jsonrpc":"2.0","id":22,"method":"hardhat_reset","params":[]}
<< {"jsonrpc":"2.0","id":22,"result":true}
>> {"jsonrpc":"2.0","id":23,"method":"eth_blockNumber","params":[]}
<< {"jsonrpc":"2.0","id":23,"result":"0x0"}
>> {"jsonrpc":"2.0","id":24,"method":"anvil_reset","params":[{"forking":{}}]}
<< {"jsonrpc":"2.0","id":24,"result":true}
>> {"jsonrpc":"2.0","id":25,"method":"ganache_reset","params":[{}]}
<< {"jsonrpc":"2.0","id":25,"result":true}
// switches without much behind them
>> {"jsonrpc":"2.0","id":30,"method":"anvil_setRpcUrl","params":["http://127.0.0.1:1"]}
<< {"jsonrpc":"2.0","id":30,"result":null}
>> {"jsonrpc":"2.0","id":31,"method":"hardhat_setRpcUrl","params":["http://127.0.0.1:1"]}
<< {"jsonrpc":"2.0","id":31,"result":null}
>> {"jsonrpc":"2.0","id":32,"method":"ganache_setRpcUrl","params":[]}
<< {"jsonrpc":"2.0","id":32,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":33,"method":"hardhat_setLoggingEnabled","params":[false]}
<< {"jsonrpc":"2.0","id":33,"result":true}
>> {"jsonrpc":"2.0","id":34,"method":"anvil_setLoggingEnabled","params":[true]}
<< {"jsonrpc":"2.0","id":34,"result":true}
>> {"jsonrpc":"2.0","id":35,"method":"ganache_setLoggingEnabled","params":[1]}
<< {"jsonrpc":"2.0","id":35,"error":{"code":-32602,"message":"invalid argument 0: want true or false, got number"}}
// other blocks in place of the newest
>> {"jsonrpc":"2.0","id":40,"method":"anvil_reorg","params":["0x1"]}
<< {"jsonrpc":"2.0","id":40,"error":{"code":-32602,"message":"Reorg depth must not exceed current chain height: current height 0, depth 1"}}
>> {"jsonrpc":"2.0","id":41,"method":"evm_mine","params":[{"blocks":2}]}
<< {"jsonrpc":"2.0","id":41,"result":"0x0"}
>> {"jsonrpc":"2.0","id":42,"method":"anvil_reorg","params":["0x2",[[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","value":"0x1"},"0x1"]]]}
<< {"jsonrpc":"2.0","id":42,"result":null}
>> {"jsonrpc":"2.0","id":43,"method":"eth_getBlockTransactionCountByNumber","params":["0x2"]}
<< {"jsonrpc":"2.0","id":43,"result":"0x1"}
>> {"jsonrpc":"2.0","id":44,"method":"hardhat_reorg","params":[1,[["0x00",0]]]}
<< {"jsonrpc":"2.0","id":44,"error":{"code":-32000,"message":"typed transaction too short"}}
>> {"jsonrpc":"2.0","id":45,"method":"ganache_reorg","params":[2,[[{},2]]]}
<< {"jsonrpc":"2.0","id":45,"error":{"code":-32602,"message":"Block number for reorg tx will exceed the reorged chain height. Block number 2 must not exceed (depth-1) 1"}}
>> {"jsonrpc":"2.0","id":46,"method":"anvil_reorg","params":[]}
<< {"jsonrpc":"2.0","id":46,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":32,"method":"rockpool_forkStats","params":[]}
<< {"jsonrpc":"2.0","id":32,"result":null}
