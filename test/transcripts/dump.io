// a state that is none: nothing changes (whole dumps are in test/rpc/methods/dev/dumpState.test.ts and test/rpc/methods/debug/debugDumpBlock.test.ts)
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_loadState","params":["0x"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"cannot load the state: the dump is empty"}}
>> {"jsonrpc":"2.0","id":2,"method":"anvil_loadState","params":["0x1f8b"]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"cannot load the state: the gzip is damaged: unexpected end of file"}}
>> {"jsonrpc":"2.0","id":3,"method":"ganache_loadState","params":["nothing"]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"invalid argument 0: hex string without 0x prefix"}}
>> {"jsonrpc":"2.0","id":4,"method":"anvil_loadState","params":[]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":5,"method":"eth_blockNumber","params":[]}
<< {"jsonrpc":"2.0","id":5,"result":"0x4"}

// bad input
>> {"jsonrpc":"2.0","id":6,"method":"hardhat_dumpState","params":["yes"]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":-32602,"message":"invalid argument 0: want true or false, got string"}}
>> {"jsonrpc":"2.0","id":7,"method":"anvil_dumpState","params":[0]}
<< {"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"invalid argument 0: want true or false, got number"}}
>> {"jsonrpc":"2.0","id":8,"method":"ganache_dumpState","params":[{}]}
<< {"jsonrpc":"2.0","id":8,"error":{"code":-32602,"message":"invalid argument 0: want true or false, got object"}}
>> {"jsonrpc":"2.0","id":9,"method":"debug_dumpBlock","params":["0x63"]}
<< {"jsonrpc":"2.0","id":9,"error":{"code":-32000,"message":"requested height 99 is not yet available; safe latest is 4: block height not yet available"}}
>> {"jsonrpc":"2.0","id":10,"method":"debug_dumpBlock","params":["sometime"]}
<< {"jsonrpc":"2.0","id":10,"error":{"code":-32602,"message":"invalid argument 0: want a block number in hex or one of earliest, latest, safe, finalized, pending"}}
