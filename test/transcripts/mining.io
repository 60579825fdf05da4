// blocks at once: one, several, at a time, at one that is past
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":2,"method":"eth_blockNumber","params":[]}
<< {"jsonrpc":"2.0","id":2,"result":"0x5"}
>> {"jsonrpc":"2.0","id":3,"method":"evm_mine","params":[{"blocks":"0x2"}]}
<< {"jsonrpc":"2.0","id":3,"result":"0x0"}
>> {"jsonrpc":"2.0","id":4,"method":"evm_mine","params":[{"blocks":2,"timestamp":null}]}
<< {"jsonrpc":"2.0","id":4,"result":"0x0"}
>> {"jsonrpc":"2.0","id":5,"method":"eth_blockNumber","params":[]}
<< {"jsonrpc":"2.0","id":5,"result":"0x9"}
>> {"jsonrpc":"2.0","id":6,"method":"evm_mine","params":[1]}
<< {"jsonrpc":"2.0","id":6,"result":"0x0"}
>> {"jsonrpc":"2.0","id":7,"method":"evm_mine","params":["0x67748600"]}
<< {"jsonrpc":"2.0","id":7,"result":"0x0"}
>> {"jsonrpc":"2.0","id":8,"method":"eth_getBlockByNumber","params":["latest",false]}
<< {"jsonrpc":"2.0","id":8,"result":{"number":"0xb","parentHash":"0xc1e96ae8b19f0af32271ce33c3dc1f660074e1c97baa5782e3ef2a2c8e1965cf","sha3Uncles":"0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347","miner":"0x27f7b8b8b5a4e71e8e9aa671f4e4031e3773303f","stateRoot":"0x389ec7dc420538647dc394861158205a04b1ba871fe3a847a6e2681ee023972e","transactionsRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","receiptsRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","logsBloom":"0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000","difficulty":"0x0","gasLimit":"0x5f5e100","gasUsed":"0x0","timestamp":"0x67748600","extraData":"0x","mixHash":"0xd6b674e3216d64d867dfab66d653b83b438083dbc720e8cfe69fdda1e64a2e53","baseFeePerGas":"0x3b9aca00","withdrawalsRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","blobGasUsed":"0x0","excessBlobGas":"0x0","parentBeaconBlockRoot":"0x0000000000000000000000000000000000000000000000000000000000000000","requestsHash":"0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","hash":"0x6a6f5ba57daa7d4dda281312310fcef86f9616c37e08838d9fc80e3c26da4f27","nonce":"0x0000000000000000","size":"0x268","transactions":[],"uncles":[],"withdrawals":[]}}
>> {"jsonrpc":"2.0","id":9,"method":"hardhat_mine","params":["0x100","0x3c"]}
<< {"jsonrpc":"2.0","id":9,"result":true}
>> {"jsonrpc":"2.0","id":10,"method":"eth_blockNumber","params":[]}
<< {"jsonrpc":"2.0","id":10,"result":"0x10b"}
>> {"jsonrpc":"2.0","id":11,"method":"anvil_mine","params":[1]}
<< {"jsonrpc":"2.0","id":11,"result":true}
>> {"jsonrpc":"2.0","id":12,"method":"ganache_mine","params":["0x02"]}
<< {"jsonrpc":"2.0","id":12,"result":true}
>> {"jsonrpc":"2.0","id":13,"method":"hardhat_mine","params":[]}
<< {"jsonrpc":"2.0","id":13,"result":true}
>> {"jsonrpc":"2.0","id":14,"method":"hardhat_mine","params":[null,null]}
<< {"jsonrpc":"2.0","id":14,"result":true}
>> {"jsonrpc":"2.0","id":15,"method":"hardhat_mine","params":["0x0"]}
<< {"jsonrpc":"2.0","id":15,"result":true}
>> {"jsonrpc":"2.0","id":16,"method":"eth_blockNumber","params":[]}
<< {"jsonrpc":"2.0","id":16,"result":"0x110"}

// too many, and what is no number
>> {"jsonrpc":"2.0","id":17,"method":"hardhat_mine","params":["0x3b9aca01"]}
<< {"jsonrpc":"2.0","id":17,"result":true}
>> {"jsonrpc":"2.0","id":18,"method":"evm_mine","params":[{"blocks":"10000000000"}]}
<< {"jsonrpc":"2.0","id":18,"error":{"code":-32000,"message":"cannot mine 10000000000 blocks at once: the limit is 4294967295"}}
>> {"jsonrpc":"2.0","id":19,"method":"evm_mine","params":["soon"]}
<< {"jsonrpc":"2.0","id":19,"error":{"code":-32602,"message":"invalid argument 0: hex string without 0x prefix"}}
>> {"jsonrpc":"2.0","id":20,"method":"evm_mine","params":[{"Blocks":1}]}
<< {"jsonrpc":"2.0","id":20,"error":{"code":-32602,"message":"invalid argument 0: Blocks: unknown field; did you mean blocks?"}}
>> {"jsonrpc":"2.0","id":21,"method":"evm_mine","params":[true]}
<< {"jsonrpc":"2.0","id":21,"error":{"code":-32602,"message":"invalid argument 0: want a hex string, got boolean"}}
>> {"jsonrpc":"2.0","id":22,"method":"evm_mine","params":["0x20000000000000"]}
<< {"jsonrpc":"2.0","id":22,"error":{"code":-32000,"message":"timestamp is too large: time 9007199254740992 is after the latest possible, 9007199254740991"}}
>> {"jsonrpc":"2.0","id":23,"method":"hardhat_mine","params":["0x1","0xffffffff"]}
<< {"jsonrpc":"2.0","id":23,"result":true}
>> {"jsonrpc":"2.0","id":24,"method":"hardhat_mine","params":["0x2","0x100000000"]}
<< {"jsonrpc":"2.0","id":24,"error":{"code":-32602,"message":"invalid argument 1: hex number > 32 bits"}}
>> {"jsonrpc":"2.0","id":25,"method":"hardhat_mine","params":[-1]}
<< {"jsonrpc":"2.0","id":25,"error":{"code":-32602,"message":"invalid argument 0: want a non-negative integer"}}
>> {"jsonrpc":"2.0","id":26,"method":"anvil_mine","params":[1.5]}
<< {"jsonrpc":"2.0","id":26,"error":{"code":-32602,"message":"invalid argument 0: want a non-negative integer"}}

// auto mode off: what is sent waits, and is mined together
>> {"jsonrpc":"2.0","id":27,"method":"hardhat_getAutomine","params":[]}
<< {"jsonrpc":"2.0","id":27,"result":true}
>> {"jsonrpc":"2.0","id":28,"method":"evm_setAutomine","params":[false]}
<< {"jsonrpc":"2.0","id":28,"result":true}
>> {"jsonrpc":"2.0","id":29,"method":"anvil_getAutomine","params":[]}
<< {"jsonrpc":"2.0","id":29,"result":false}
>> {"jsonrpc":"2.0","id":30,"method":"ganache_getAutomine","params":[]}
<< {"jsonrpc":"2.0","id":30,"result":false}
>> {"jsonrpc":"2.0","id":31,"method":"eth_mining","params":[]}
<< {"jsonrpc":"2.0","id":31,"result":false}
>> {"jsonrpc":"2.0","id":32,"method":"eth_sendTransaction","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","value":"0x1","gas":"0x5208"}]}
<< {"jsonrpc":"2.0","id":32,"result":"0xb845f2e101f354dcdeeb02944ddc700d0643f06140991eb110460cc54cd966e1"}
>> {"jsonrpc":"2.0","id":33,"method":"eth_sendTransaction","params":[{"from":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","to":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","value":"0x1","gas":"0x5208"}]}
<< {"jsonrpc":"2.0","id":33,"result":"0xfe41f558e3caded608ba43afdbf3771043baaff6c6ccd0d24f53f241523894aa"}
>> {"jsonrpc":"2.0","id":34,"method":"eth_getBlockTransactionCountByNumber","params":["latest"]}
<< {"jsonrpc":"2.0","id":34,"result":"0x0"}
>> {"jsonrpc":"2.0","id":35,"method":"eth_getBlockTransactionCountByNumber","params":["pending"]}
<< {"jsonrpc":"2.0","id":35,"result":"0x2"}
>> {"jsonrpc":"2.0","id":36,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":36,"result":"0x0"}
>> {"jsonrpc":"2.0","id":37,"method":"eth_getBlockTransactionCountByNumber","params":["latest"]}
<< {"jsonrpc":"2.0","id":37,"result":"0x2"}
>> {"jsonrpc":"2.0","id":38,"method":"eth_sendTransaction","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","value":"0x1","gas":"0x5208"}]}
<< {"jsonrpc":"2.0","id":38,"result":"0x18307d577065653b3d6f4dd770a7d7b58ea971254165b7931499a25186e83133"}
>> {"jsonrpc":"2.0","id":39,"method":"evm_setAutomine","params":[true]}
<< {"jsonrpc":"2.0","id":39,"result":true}
>> {"jsonrpc":"2.0","id":40,"method":"eth_getBlockTransactionCountByNumber","params":["latest"]}
<< {"jsonrpc":"2.0","id":40,"result":"0x1"}
>> {"jsonrpc":"2.0","id":41,"method":"anvil_setAutomine","params":[true]}
<< {"jsonrpc":"2.0","id":41,"result":true}
>> {"jsonrpc":"2.0","id":42,"method":"hardhat_setAutomine","params":[true]}
<< {"jsonrpc":"2.0","id":42,"result":true}
>> {"jsonrpc":"2.0","id":43,"method":"ganache_setAutomine","params":[true]}
<< {"jsonrpc":"2.0","id":43,"result":true}
>> {"jsonrpc":"2.0","id":44,"method":"evm_setAutomine","params":["yes"]}
<< {"jsonrpc":"2.0","id":44,"error":{"code":-32602,"message":"invalid argument 0: want true or false, got string"}}
>> {"jsonrpc":"2.0","id":45,"method":"evm_setAutomine","params":[]}
<< {"jsonrpc":"2.0","id":45,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":46,"method":"miner_stop","params":[]}
<< {"jsonrpc":"2.0","id":46,"result":true}
>> {"jsonrpc":"2.0","id":47,"method":"eth_mining","params":[]}
<< {"jsonrpc":"2.0","id":47,"result":false}
>> {"jsonrpc":"2.0","id":48,"method":"miner_start","params":["0x1"]}
<< {"jsonrpc":"2.0","id":48,"result":true}
>> {"jsonrpc":"2.0","id":49,"method":"miner_start","params":[]}
<< {"jsonrpc":"2.0","id":49,"result":true}
>> {"jsonrpc":"2.0","id":50,"method":"eth_mining","params":[]}
<< {"jsonrpc":"2.0","id":50,"result":true}

// intervals: in seconds, in milliseconds from 1000 on and in a list
>> {"jsonrpc":"2.0","id":51,"method":"evm_setIntervalMining","params":[900]}
<< {"jsonrpc":"2.0","id":51,"result":true}
>> {"jsonrpc":"2.0","id":52,"method":"anvil_getIntervalMining","params":[]}
<< {"jsonrpc":"2.0","id":52,"result":900}
>> {"jsonrpc":"2.0","id":53,"method":"evm_setIntervalMining","params":[900000]}
<< {"jsonrpc":"2.0","id":53,"result":true}
>> {"jsonrpc":"2.0","id":54,"method":"hardhat_getIntervalMining","params":[]}
<< {"jsonrpc":"2.0","id":54,"result":900}
>> {"jsonrpc":"2.0","id":55,"method":"hardhat_setIntervalMining","params":[[900000,1100000]]}
<< {"jsonrpc":"2.0","id":55,"result":true}
>> {"jsonrpc":"2.0","id":56,"method":"ganache_getIntervalMining","params":[]}
<< {"jsonrpc":"2.0","id":56,"result":1000}
>> {"jsonrpc":"2.0","id":57,"method":"anvil_setIntervalMining","params":[1500.5]}
<< {"jsonrpc":"2.0","id":57,"result":true}
>> {"jsonrpc":"2.0","id":58,"method":"anvil_getIntervalMining","params":[]}
<< {"jsonrpc":"2.0","id":58,"result":1500.5}
>> {"jsonrpc":"2.0","id":59,"method":"ganache_setIntervalMining","params":["0x384"]}
<< {"jsonrpc":"2.0","id":59,"result":true}
>> {"jsonrpc":"2.0","id":60,"method":"anvil_getIntervalMining","params":[]}
<< {"jsonrpc":"2.0","id":60,"result":900}
>> {"jsonrpc":"2.0","id":61,"method":"evm_setIntervalMining","params":[0]}
<< {"jsonrpc":"2.0","id":61,"result":true}
>> {"jsonrpc":"2.0","id":62,"method":"anvil_getIntervalMining","params":[]}
<< {"jsonrpc":"2.0","id":62,"result":null}
>> {"jsonrpc":"2.0","id":63,"method":"evm_setIntervalMining","params":[-1]}
<< {"jsonrpc":"2.0","id":63,"error":{"code":-32602,"message":"invalid argument 0: want a non-negative number"}}
>> {"jsonrpc":"2.0","id":64,"method":"evm_setIntervalMining","params":[[1]]}
<< {"jsonrpc":"2.0","id":64,"error":{"code":-32602,"message":"invalid argument 0: want the minimum and the maximum interval in milliseconds"}}
>> {"jsonrpc":"2.0","id":65,"method":"evm_setIntervalMining","params":[[2,1]]}
<< {"jsonrpc":"2.0","id":65,"error":{"code":-32602,"message":"invalid argument 0: want the minimum and the maximum interval in milliseconds"}}
>> {"jsonrpc":"2.0","id":66,"method":"evm_setIntervalMining","params":[4294967296]}
<< {"jsonrpc":"2.0","id":66,"error":{"code":-32602,"message":"invalid argument 0: want an interval of at most 2147483647 ms"}}
>> {"jsonrpc":"2.0","id":67,"method":"anvil_setIntervalMining","params":[4294967]}
<< {"jsonrpc":"2.0","id":67,"error":{"code":-32602,"message":"invalid argument 0: want an interval of at most 2147483647 ms"}}
>> {"jsonrpc":"2.0","id":68,"method":"anvil_setIntervalMining","params":["often"]}
<< {"jsonrpc":"2.0","id":68,"error":{"code":-32602,"message":"invalid argument 0: hex string without 0x prefix"}}

// the gas limit
>> {"jsonrpc":"2.0","id":69,"method":"evm_setBlockGasLimit","params":["0x5209"]}
<< {"jsonrpc":"2.0","id":69,"result":true}
>> {"jsonrpc":"2.0","id":70,"method":"anvil_setBlockGasLimit","params":["0x5209"]}
<< {"jsonrpc":"2.0","id":70,"result":true}
>> {"jsonrpc":"2.0","id":71,"method":"hardhat_setBlockGasLimit","params":[21001]}
<< {"jsonrpc":"2.0","id":71,"result":true}
>> {"jsonrpc":"2.0","id":72,"method":"ganache_setBlockGasLimit","params":["21001"]}
<< {"jsonrpc":"2.0","id":72,"result":true}
>> {"jsonrpc":"2.0","id":73,"method":"miner_setGasLimit","params":["0x5209"]}
<< {"jsonrpc":"2.0","id":73,"result":true}
>> {"jsonrpc":"2.0","id":74,"method":"eth_sendTransaction","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","value":"0x1","gas":"0x520a"}]}
<< {"jsonrpc":"2.0","id":74,"error":{"code":-32000,"message":"exceeds block gas limit: tx gas 21002, block gas limit 21001"}}
>> {"jsonrpc":"2.0","id":75,"method":"evm_setBlockGasLimit","params":[0]}
<< {"jsonrpc":"2.0","id":75,"error":{"code":-32602,"message":"invalid argument 0: want a gas limit from 1 to 9223372036854775807"}}
>> {"jsonrpc":"2.0","id":76,"method":"evm_setBlockGasLimit","params":["0x8000000000000000"]}
<< {"jsonrpc":"2.0","id":76,"error":{"code":-32602,"message":"invalid argument 0: want a gas limit from 1 to 9223372036854775807"}}
>> {"jsonrpc":"2.0","id":77,"method":"evm_setBlockGasLimit","params":["0x1c9c380"]}
<< {"jsonrpc":"2.0","id":77,"result":true}

// the coinbase
>> {"jsonrpc":"2.0","id":78,"method":"hardhat_setCoinbase","params":["0xc0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0"]}
<< {"jsonrpc":"2.0","id":78,"result":true}
>> {"jsonrpc":"2.0","id":79,"method":"anvil_setCoinbase","params":["0xc0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0"]}
<< {"jsonrpc":"2.0","id":79,"result":true}
>> {"jsonrpc":"2.0","id":80,"method":"ganache_setCoinbase","params":["0xc0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0"]}
<< {"jsonrpc":"2.0","id":80,"result":true}
>> {"jsonrpc":"2.0","id":81,"method":"miner_setEtherbase","params":["0xc1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1"]}
<< {"jsonrpc":"2.0","id":81,"result":true}
>> {"jsonrpc":"2.0","id":82,"method":"eth_coinbase","params":[]}
<< {"jsonrpc":"2.0","id":82,"result":"0xc1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1"}
>> {"jsonrpc":"2.0","id":83,"method":"hardhat_setCoinbase","params":["0xc0"]}
<< {"jsonrpc":"2.0","id":83,"error":{"code":-32602,"message":"invalid argument 0: hex string has length 2, want 40"}}

// fees of the next block, and the least of all to come
>> {"jsonrpc":"2.0","id":84,"method":"hardhat_setNextBlockBaseFeePerGas","params":["0x12a05f200"]}
<< {"jsonrpc":"2.0","id":84,"result":true}
>> {"jsonrpc":"2.0","id":85,"method":"anvil_setNextBlockBaseFeePerGas","params":["0x12a05f200"]}
<< {"jsonrpc":"2.0","id":85,"result":true}
>> {"jsonrpc":"2.0","id":86,"method":"ganache_setNextBlockBaseFeePerGas","params":["0x12a05f200"]}
<< {"jsonrpc":"2.0","id":86,"result":true}
>> {"jsonrpc":"2.0","id":87,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":87,"result":"0x0"}
>> {"jsonrpc":"2.0","id":88,"method":"eth_getBlockByNumber","params":["latest",false]}
<< {"jsonrpc":"2.0","id":88,"result":{"number":"0x3b9acb15","parentHash":"0xafe79cc42e61cdbf0d9ecc10af9ce5df56838eceba5fe33ab0ddc03b2eb2a4eb","sha3Uncles":"0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347","miner":"0xc1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1","stateRoot":"0xfc094270793ffe28c36cf5d0247b98130a20fb2ffd0633082c836a62f4f4f481","transactionsRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","receiptsRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","logsBloom":"0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000","difficulty":"0x0","gasLimit":"0x1c9c380","gasUsed":"0x0","timestamp":"0xa30f8bcf","extraData":"0x","mixHash":"0x8e172a227f88285a3fc1ff23f12eb330b503494751a8ae5ecba5e336cec3cb72","baseFeePerGas":"0x12a05f200","withdrawalsRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","blobGasUsed":"0x0","excessBlobGas":"0x0","parentBeaconBlockRoot":"0x0000000000000000000000000000000000000000000000000000000000000000","requestsHash":"0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","hash":"0x852f1a9bddea6891376755b21d7e0bdbf811f561027ce287525a55fee518847d","nonce":"0x0000000000000000","size":"0x26d","transactions":[],"uncles":[],"withdrawals":[]}}
>> {"jsonrpc":"2.0","id":89,"method":"hardhat_setNextBlockBaseFeePerGas","params":["five"]}
<< {"jsonrpc":"2.0","id":89,"error":{"code":-32602,"message":"invalid argument 0: hex string without 0x prefix"}}
>> {"jsonrpc":"2.0","id":90,"method":"hardhat_setMinGasPrice","params":["0x2540be400"]}
<< {"jsonrpc":"2.0","id":90,"result":true}
>> {"jsonrpc":"2.0","id":91,"method":"anvil_setMinGasPrice","params":["0x2540be400"]}
<< {"jsonrpc":"2.0","id":91,"result":true}
>> {"jsonrpc":"2.0","id":92,"method":"ganache_setMinGasPrice","params":["0x2540be400"]}
<< {"jsonrpc":"2.0","id":92,"result":true}
>> {"jsonrpc":"2.0","id":93,"method":"miner_setGasPrice","params":["0x2540be400"]}
<< {"jsonrpc":"2.0","id":93,"result":true}
>> {"jsonrpc":"2.0","id":94,"method":"eth_gasPrice","params":[]}
<< {"jsonrpc":"2.0","id":94,"result":"0x28fa6ae00"}
>> {"jsonrpc":"2.0","id":95,"method":"hardhat_setMinGasPrice","params":[-1]}
<< {"jsonrpc":"2.0","id":95,"error":{"code":-32602,"message":"invalid argument 0: want a non-negative integer"}}

// the randomness of the next block
>> {"jsonrpc":"2.0","id":96,"method":"hardhat_setPrevRandao","params":["0x0707070707070707070707070707070707070707070707070707070707070707"]}
<< {"jsonrpc":"2.0","id":96,"result":true}
>> {"jsonrpc":"2.0","id":97,"method":"anvil_setPrevRandao","params":["0x0707070707070707070707070707070707070707070707070707070707070707"]}
<< {"jsonrpc":"2.0","id":97,"result":true}
>> {"jsonrpc":"2.0","id":98,"method":"ganache_setPrevRandao","params":["0x0707070707070707070707070707070707070707070707070707070707070707"]}
<< {"jsonrpc":"2.0","id":98,"result":true}
>> {"jsonrpc":"2.0","id":99,"method":"anvil_setNextBlockPrevRandao","params":["0x0808080808080808080808080808080808080808080808080808080808080808"]}
<< {"jsonrpc":"2.0","id":99,"result":true}
>> {"jsonrpc":"2.0","id":100,"method":"hardhat_setNextBlockPrevRandao","params":["0x0808080808080808080808080808080808080808080808080808080808080808"]}
<< {"jsonrpc":"2.0","id":100,"result":true}
>> {"jsonrpc":"2.0","id":101,"method":"ganache_setNextBlockPrevRandao","params":["0x9"]}
<< {"jsonrpc":"2.0","id":101,"result":true}
>> {"jsonrpc":"2.0","id":102,"method":"hardhat_setPrevRandao","params":["0x070707070707070707070707070707070707070707070707070707070707070707"]}
<< {"jsonrpc":"2.0","id":102,"error":{"code":-32602,"message":"invalid argument 0: hex string has length 66, want at most 64"}}
>> {"jsonrpc":"2.0","id":103,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":103,"result":"0x0"}
>> {"jsonrpc":"2.0","id":104,"method":"eth_getBlockByNumber","params":["latest",false]}
<< {"jsonrpc":"2.0","id":104,"result":{"number":"0x3b9acb16","parentHash":"0x852f1a9bddea6891376755b21d7e0bdbf811f561027ce287525a55fee518847d","sha3Uncles":"0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347","miner":"0xc1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1","stateRoot":"0xcecc223c22df099f060b7798c8fcb02ad6ede4f4ef09de58ba53acb533bdba19","transactionsRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","receiptsRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","logsBloom":"0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000","difficulty":"0x0","gasLimit":"0x1c9c380","gasUsed":"0x0","timestamp":"0xa30f8bd0","extraData":"0x","mixHash":"0x0000000000000000000000000000000000000000000000000000000000000009","baseFeePerGas":"0x2540be400","withdrawalsRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","blobGasUsed":"0x0","excessBlobGas":"0x0","parentBeaconBlockRoot":"0x0000000000000000000000000000000000000000000000000000000000000000","requestsHash":"0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","hash":"0xc0fbdcfc4af0b8eb0447fdcae377c08bb30d4a35049c9e09619a04226078050f","nonce":"0x0000000000000000","size":"0x26d","transactions":[],"uncles":[],"withdrawals":[]}}
// blocks with the output of their transactions
>> {"jsonrpc":"2.0","id":90,"method":"evm_mine_detailed","params":[]}
<< {"jsonrpc":"2.0","id":90,"result":[{"number":"0x3b9acb17","parentHash":"0xc0fbdcfc4af0b8eb0447fdcae377c08bb30d4a35049c9e09619a04226078050f","sha3Uncles":"0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347","miner":"0xc1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1","stateRoot":"0xcecc223c22df099f060b7798c8fcb02ad6ede4f4ef09de58ba53acb533bdba19","transactionsRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","receiptsRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","logsBloom":"0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000","difficulty":"0x0","gasLimit":"0x1c9c380","gasUsed":"0x0","timestamp":"0xa30f8bd1","extraData":"0x","mixHash":"0x7d73e9228867fab349e13a1c57d6f2c759efe25985d2bf66a7bc3229eaa8ea3e","baseFeePerGas":"0x2540be400","withdrawalsRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","blobGasUsed":"0x0","excessBlobGas":"0x0","parentBeaconBlockRoot":"0x0000000000000000000000000000000000000000000000000000000000000000","requestsHash":"0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","hash":"0x78dc8a42656626965bd4f0d1bdd319a0adf16150db87c83223f02004dfa5ae02","nonce":"0x0000000000000000","size":"0x26d","transactions":[],"uncles":[],"withdrawals":[]}]}
>> {"jsonrpc":"2.0","id":91,"method":"evm_mine_detailed","params":[{"blocks":10001}]}
<< {"jsonrpc":"2.0","id":91,"error":{"code":-32602,"message":"invalid argument 0: blocks: want at most 10000 blocks"}}
// another chain id for new transactions
>> {"jsonrpc":"2.0","id":92,"method":"anvil_setChainId","params":["0x539"]}
<< {"jsonrpc":"2.0","id":92,"result":true}
>> {"jsonrpc":"2.0","id":93,"method":"eth_chainId","params":[]}
<< {"jsonrpc":"2.0","id":93,"result":"0x539"}
>> {"jsonrpc":"2.0","id":94,"method":"hardhat_setChainId","params":["0x0"]}
<< {"jsonrpc":"2.0","id":94,"error":{"code":-32602,"message":"invalid argument 0: want a chain id from 1 to 4503599627370476"}}
>> {"jsonrpc":"2.0","id":95,"method":"ganache_setChainId","params":[713714]}
<< {"jsonrpc":"2.0","id":95,"result":true}
>> {"jsonrpc":"2.0","id":96,"method":"eth_chainId","params":[]}
<< {"jsonrpc":"2.0","id":96,"result":"0xae3f2"}
