// a snapshot, what came after it, and back; the id is taken in any form, once
>> {"jsonrpc":"2.0","id":1,"method":"evm_snapshot","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x1"}
>> {"jsonrpc":"2.0","id":2,"method":"eth_sendTransaction","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","value":"0x1"}]}
<< {"jsonrpc":"2.0","id":2,"result":"0xb845f2e101f354dcdeeb02944ddc700d0643f06140991eb110460cc54cd966e1"}
>> {"jsonrpc":"2.0","id":3,"method":"eth_blockNumber","params":[]}
<< {"jsonrpc":"2.0","id":3,"result":"0x5"}
>> {"jsonrpc":"2.0","id":4,"method":"evm_revert","params":["0x01"]}
<< {"jsonrpc":"2.0","id":4,"result":true}
>> {"jsonrpc":"2.0","id":5,"method":"eth_blockNumber","params":[]}
<< {"jsonrpc":"2.0","id":5,"result":"0x4"}
>> {"jsonrpc":"2.0","id":6,"method":"evm_revert","params":["0x1"]}
<< {"jsonrpc":"2.0","id":6,"result":false}
>> {"jsonrpc":"2.0","id":7,"method":"anvil_snapshot","params":[null]}
<< {"jsonrpc":"2.0","id":7,"result":"0x2"}
>> {"jsonrpc":"2.0","id":8,"method":"anvil_revert","params":[2]}
<< {"jsonrpc":"2.0","id":8,"result":true}
>> {"jsonrpc":"2.0","id":9,"method":"evm_snapshot","params":[]}
<< {"jsonrpc":"2.0","id":9,"result":"0x3"}
>> {"jsonrpc":"2.0","id":10,"method":"evm_revert","params":["3"]}
<< {"jsonrpc":"2.0","id":10,"result":true}

// what is no id, or none of a snapshot
>> {"jsonrpc":"2.0","id":11,"method":"evm_revert","params":[]}
<< {"jsonrpc":"2.0","id":11,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":12,"method":"evm_revert","params":["snapshot"]}
<< {"jsonrpc":"2.0","id":12,"error":{"code":-32602,"message":"invalid argument 0: hex string without 0x prefix"}}
>> {"jsonrpc":"2.0","id":13,"method":"evm_revert","params":["0x"]}
<< {"jsonrpc":"2.0","id":13,"error":{"code":-32602,"message":"invalid argument 0: hex string \"0x\""}}
>> {"jsonrpc":"2.0","id":14,"method":"evm_revert","params":[-1]}
<< {"jsonrpc":"2.0","id":14,"error":{"code":-32602,"message":"invalid argument 0: want a non-negative integer"}}
>> {"jsonrpc":"2.0","id":15,"method":"evm_revert","params":[true]}
<< {"jsonrpc":"2.0","id":15,"error":{"code":-32602,"message":"invalid argument 0: want a hex string, got boolean"}}
>> {"jsonrpc":"2.0","id":16,"method":"anvil_revert","params":["0x99"]}
<< {"jsonrpc":"2.0","id":16,"result":false}
>> {"jsonrpc":"2.0","id":17,"method":"evm_snapshot","params":["x"]}
<< {"jsonrpc":"2.0","id":17,"error":{"code":-32602,"message":"too many arguments, want at most 0"}}

// names
>> {"jsonrpc":"2.0","id":18,"method":"rockpool_snapshot","params":["base"]}
<< {"jsonrpc":"2.0","id":18,"result":{"id":"0x4","name":"base","blockNumber":"0x4","blockHash":"0xe833ebe077e7e1f057dab01c49d9a73c545b7aaf73d308dd079ce71cda55b66a","timestamp":"0x67748584"}}
>> {"jsonrpc":"2.0","id":19,"method":"eth_sendTransaction","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","value":"0x1"}]}
<< {"jsonrpc":"2.0","id":19,"result":"0xb845f2e101f354dcdeeb02944ddc700d0643f06140991eb110460cc54cd966e1"}
>> {"jsonrpc":"2.0","id":20,"method":"rockpool_snapshot","params":[{"name":"paid"}]}
<< {"jsonrpc":"2.0","id":20,"result":{"id":"0x5","name":"paid","blockNumber":"0x5","blockHash":"0x81467460e6f90272642ae54290f9bcf7fbd42f3c9b4e6cf576b8a699cf737a15","timestamp":"0x67748585"}}
>> {"jsonrpc":"2.0","id":21,"method":"rockpool_checkout","params":["base"]}
<< {"jsonrpc":"2.0","id":21,"result":{"id":"0x4","name":"base","blockNumber":"0x4","blockHash":"0xe833ebe077e7e1f057dab01c49d9a73c545b7aaf73d308dd079ce71cda55b66a","timestamp":"0x67748584"}}
>> {"jsonrpc":"2.0","id":22,"method":"eth_blockNumber","params":[]}
<< {"jsonrpc":"2.0","id":22,"result":"0x4"}
>> {"jsonrpc":"2.0","id":23,"method":"rockpool_diff","params":["base","paid"]}
<< {"jsonrpc":"2.0","id":23,"result":[{"address":"0x27f7b8b8b5a4e71e8e9aa671f4e4031e3773303f","balance":{"from":"0x1221036262000","to":"0x14843193ac000"}},{"address":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","balance":{"from":"0x21e27c1301d8aab7800","to":"0x21e27c1301d8aab7801"}},{"address":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","balance":{"from":"0x21e0bff4147a3ae6800","to":"0x21e0bff1b14c099c7ff"},"nonce":{"from":"0x3","to":"0x4"}}]}
>> {"jsonrpc":"2.0","id":24,"method":"rockpool_diff","params":["paid"]}
<< {"jsonrpc":"2.0","id":24,"result":[{"address":"0x27f7b8b8b5a4e71e8e9aa671f4e4031e3773303f","balance":{"from":"0x14843193ac000","to":"0x1221036262000"}},{"address":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","balance":{"from":"0x21e27c1301d8aab7801","to":"0x21e27c1301d8aab7800"}},{"address":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","balance":{"from":"0x21e0bff1b14c099c7ff","to":"0x21e0bff4147a3ae6800"},"nonce":{"from":"0x4","to":"0x3"}}]}
>> {"jsonrpc":"2.0","id":25,"method":"rockpool_diff","params":["base","current"]}
<< {"jsonrpc":"2.0","id":25,"result":[]}
>> {"jsonrpc":"2.0","id":26,"method":"evm_snapshot","params":[]}
<< {"jsonrpc":"2.0","id":26,"result":"0x6"}
>> {"jsonrpc":"2.0","id":27,"method":"rockpool_snapshots","params":[]}
<< {"jsonrpc":"2.0","id":27,"result":[{"id":"0x4","name":"base","blockNumber":"0x4","blockHash":"0xe833ebe077e7e1f057dab01c49d9a73c545b7aaf73d308dd079ce71cda55b66a","timestamp":"0x67748584"},{"id":"0x5","name":"paid","blockNumber":"0x5","blockHash":"0x81467460e6f90272642ae54290f9bcf7fbd42f3c9b4e6cf576b8a699cf737a15","timestamp":"0x67748585"},{"id":"0x6","name":null,"blockNumber":"0x4","blockHash":"0xe833ebe077e7e1f057dab01c49d9a73c545b7aaf73d308dd079ce71cda55b66a","timestamp":"0x67748584"}]}
>> {"jsonrpc":"2.0","id":28,"method":"rockpool_checkout","params":["0x6"]}
<< {"jsonrpc":"2.0","id":28,"result":{"id":"0x6","name":null,"blockNumber":"0x4","blockHash":"0xe833ebe077e7e1f057dab01c49d9a73c545b7aaf73d308dd079ce71cda55b66a","timestamp":"0x67748584"}}
>> {"jsonrpc":"2.0","id":29,"method":"rockpool_release","params":["6"]}
<< {"jsonrpc":"2.0","id":29,"result":true}
>> {"jsonrpc":"2.0","id":30,"method":"rockpool_release","params":["paid"]}
<< {"jsonrpc":"2.0","id":30,"result":true}
>> {"jsonrpc":"2.0","id":31,"method":"rockpool_release","params":["paid"]}
<< {"jsonrpc":"2.0","id":31,"result":false}

// what is no name, or none of a snapshot
>> {"jsonrpc":"2.0","id":32,"method":"rockpool_snapshot","params":[]}
<< {"jsonrpc":"2.0","id":32,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":33,"method":"rockpool_snapshot","params":[""]}
<< {"jsonrpc":"2.0","id":33,"error":{"code":-32602,"message":"invalid argument 0: want a name: 1 to 64 letters, digits, \".\", \"_\" and \"-\""}}
>> {"jsonrpc":"2.0","id":34,"method":"rockpool_snapshot","params":[".."]}
<< {"jsonrpc":"2.0","id":34,"error":{"code":-32602,"message":"invalid argument 0: want a name: 1 to 64 letters, digits, \".\", \"_\" and \"-\""}}
>> {"jsonrpc":"2.0","id":35,"method":"rockpool_snapshot","params":["a b"]}
<< {"jsonrpc":"2.0","id":35,"error":{"code":-32602,"message":"invalid argument 0: want a name: 1 to 64 letters, digits, \".\", \"_\" and \"-\""}}
>> {"jsonrpc":"2.0","id":36,"method":"rockpool_snapshot","params":["current"]}
<< {"jsonrpc":"2.0","id":36,"error":{"code":-32602,"message":"invalid argument 0: current is reserved for the latest state"}}
>> {"jsonrpc":"2.0","id":37,"method":"rockpool_snapshot","params":[{}]}
<< {"jsonrpc":"2.0","id":37,"error":{"code":-32602,"message":"invalid argument 0: name: want a string, got nothing"}}
>> {"jsonrpc":"2.0","id":38,"method":"rockpool_snapshot","params":[{"name":"a/b"}]}
<< {"jsonrpc":"2.0","id":38,"error":{"code":-32602,"message":"invalid argument 0: name: want a name: 1 to 64 letters, digits, \".\", \"_\" and \"-\""}}
>> {"jsonrpc":"2.0","id":39,"method":"rockpool_snapshot","params":[7]}
<< {"jsonrpc":"2.0","id":39,"error":{"code":-32602,"message":"invalid argument 0: want a string, got number"}}
>> {"jsonrpc":"2.0","id":40,"method":"rockpool_checkout","params":["paid"]}
<< {"jsonrpc":"2.0","id":40,"error":{"code":-32000,"message":"no snapshot \"paid\""}}
>> {"jsonrpc":"2.0","id":41,"method":"rockpool_checkout","params":["0x9"]}
<< {"jsonrpc":"2.0","id":41,"error":{"code":-32000,"message":"no snapshot \"0x9\""}}
>> {"jsonrpc":"2.0","id":42,"method":"rockpool_checkout","params":[]}
<< {"jsonrpc":"2.0","id":42,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":43,"method":"rockpool_release","params":["/"]}
<< {"jsonrpc":"2.0","id":43,"error":{"code":-32602,"message":"invalid argument 0: want a name: 1 to 64 letters, digits, \".\", \"_\" and \"-\""}}
>> {"jsonrpc":"2.0","id":44,"method":"rockpool_diff","params":["base","paid"]}
<< {"jsonrpc":"2.0","id":44,"error":{"code":-32000,"message":"no snapshot \"paid\""}}
>> {"jsonrpc":"2.0","id":45,"method":"rockpool_diff","params":["current"]}
<< {"jsonrpc":"2.0","id":45,"error":{"code":-32000,"message":"no snapshot \"current\""}}
>> {"jsonrpc":"2.0","id":46,"method":"rockpool_diff","params":["base",{}]}
<< {"jsonrpc":"2.0","id":46,"error":{"code":-32602,"message":"invalid argument 1: want a string, got object"}}
>> {"jsonrpc":"2.0","id":47,"method":"rockpool_snapshots","params":["x"]}
<< {"jsonrpc":"2.0","id":47,"error":{"code":-32602,"message":"too many arguments, want at most 0"}}
