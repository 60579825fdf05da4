// a branch of its own
>> {"jsonrpc":"2.0","id":1,"method":"rockpool_branch","params":["worker-1"]}
<< {"jsonrpc":"2.0","id":1,"result":{"name":"worker-1","path":"/branch/worker-1","blockNumber":"0x4","blockHash":"0xe833ebe077e7e1f057dab01c49d9a73c545b7aaf73d308dd079ce71cda55b66a"}}
>> {"jsonrpc":"2.0","id":2,"method":"rockpool_branches","params":[]}
<< {"jsonrpc":"2.0","id":2,"result":[{"name":"worker-1","path":"/branch/worker-1","blockNumber":"0x4","blockHash":"0xe833ebe077e7e1f057dab01c49d9a73c545b7aaf73d308dd079ce71cda55b66a"}]}
>> {"jsonrpc":"2.0","id":3,"method":"eth_sendTransaction","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","value":"0x1"}]}
<< {"jsonrpc":"2.0","id":3,"result":"0xb845f2e101f354dcdeeb02944ddc700d0643f06140991eb110460cc54cd966e1"}
>> {"jsonrpc":"2.0","id":4,"method":"rockpool_branch","params":["worker-2"]}
<< {"jsonrpc":"2.0","id":4,"result":{"name":"worker-2","path":"/branch/worker-2","blockNumber":"0x5","blockHash":"0x81467460e6f90272642ae54290f9bcf7fbd42f3c9b4e6cf576b8a699cf737a15"}}
>> {"jsonrpc":"2.0","id":5,"method":"rockpool_branches","params":[]}
<< {"jsonrpc":"2.0","id":5,"result":[{"name":"worker-1","path":"/branch/worker-1","blockNumber":"0x4","blockHash":"0xe833ebe077e7e1f057dab01c49d9a73c545b7aaf73d308dd079ce71cda55b66a"},{"name":"worker-2","path":"/branch/worker-2","blockNumber":"0x5","blockHash":"0x81467460e6f90272642ae54290f9bcf7fbd42f3c9b4e6cf576b8a699cf737a15"}]}
>> {"jsonrpc":"2.0","id":6,"method":"rockpool_deleteBranch","params":["worker-1"]}
<< {"jsonrpc":"2.0","id":6,"result":true}
>> {"jsonrpc":"2.0","id":7,"method":"rockpool_deleteBranch","params":["worker-1"]}
<< {"jsonrpc":"2.0","id":7,"result":false}
>> {"jsonrpc":"2.0","id":8,"method":"rockpool_branches","params":[]}
<< {"jsonrpc":"2.0","id":8,"result":[{"name":"worker-2","path":"/branch/worker-2","blockNumber":"0x5","blockHash":"0x81467460e6f90272642ae54290f9bcf7fbd42f3c9b4e6cf576b8a699cf737a15"}]}

// bad names, and one that is taken
>> {"jsonrpc":"2.0","id":9,"method":"rockpool_branch","params":["worker-2"]}
<< {"jsonrpc":"2.0","id":9,"error":{"code":-32000,"message":"branch \"worker-2\" already exists"}}
>> {"jsonrpc":"2.0","id":10,"method":"rockpool_branch","params":[]}
<< {"jsonrpc":"2.0","id":10,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":11,"method":"rockpool_branch","params":["a/b"]}
<< {"jsonrpc":"2.0","id":11,"error":{"code":-32602,"message":"invalid argument 0: want a name: 1 to 64 letters, digits, \".\", \"_\" and \"-\""}}
>> {"jsonrpc":"2.0","id":12,"method":"rockpool_branch","params":["."]}
<< {"jsonrpc":"2.0","id":12,"error":{"code":-32602,"message":"invalid argument 0: want a name: 1 to 64 letters, digits, \".\", \"_\" and \"-\""}}
>> {"jsonrpc":"2.0","id":13,"method":"rockpool_branch","params":["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"]}
<< {"jsonrpc":"2.0","id":13,"error":{"code":-32602,"message":"invalid argument 0: want a name: 1 to 64 letters, digits, \".\", \"_\" and \"-\""}}
>> {"jsonrpc":"2.0","id":14,"method":"rockpool_branch","params":[1]}
<< {"jsonrpc":"2.0","id":14,"error":{"code":-32602,"message":"invalid argument 0: want a string, got number"}}
>> {"jsonrpc":"2.0","id":15,"method":"rockpool_deleteBranch","params":[""]}
<< {"jsonrpc":"2.0","id":15,"error":{"code":-32602,"message":"invalid argument 0: want a name: 1 to 64 letters, digits, \".\", \"_\" and \"-\""}}
>> {"jsonrpc":"2.0","id":16,"method":"rockpool_deleteBranch","params":[]}
<< {"jsonrpc":"2.0","id":16,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":17,"method":"rockpool_branches","params":[1]}
<< {"jsonrpc":"2.0","id":17,"error":{"code":-32602,"message":"too many arguments, want at most 0"}}
