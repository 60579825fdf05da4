// more time
>> {"jsonrpc":"2.0","id":1,"method":"evm_increaseTime","params":["0xe10"]}
<< {"jsonrpc":"2.0","id":1,"result":3604}
>> {"jsonrpc":"2.0","id":2,"method":"anvil_increaseTime","params":[10]}
<< {"jsonrpc":"2.0","id":2,"result":3614}
>> {"jsonrpc":"2.0","id":3,"method":"hardhat_increaseTime","params":["10"]}
<< {"jsonrpc":"2.0","id":3,"result":3624}
>> {"jsonrpc":"2.0","id":4,"method":"ganache_increaseTime","params":["0x0a"]}
<< {"jsonrpc":"2.0","id":4,"result":3634}
>> {"jsonrpc":"2.0","id":5,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":5,"result":"0x0"}
>> {"jsonrpc":"2.0","id":6,"method":"eth_getBlockByNumber","params":["latest",false]}
<< {"jsonrpc":"2.0","id":6,"result":{"number":"0x5","parentHash":"0xe833ebe077e7e1f057dab01c49d9a73c545b7aaf73d308dd079ce71cda55b66a","sha3Uncles":"0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347","miner":"0x27f7b8b8b5a4e71e8e9aa671f4e4031e3773303f","stateRoot":"0x389ec7dc420538647dc394861158205a04b1ba871fe3a847a6e2681ee023972e","transactionsRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","receiptsRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","logsBloom":"0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000","difficulty":"0x0","gasLimit":"0x5f5e100","gasUsed":"0x0","timestamp":"0x677493b2","extraData":"0x","mixHash":"0x2f66870071e826511d72a1139e7a689bd99eaaf5c64bdd6691352386ef696917","baseFeePerGas":"0x3b9aca00","withdrawalsRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","blobGasUsed":"0x0","excessBlobGas":"0x0","parentBeaconBlockRoot":"0x0000000000000000000000000000000000000000000000000000000000000000","requestsHash":"0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","hash":"0xa53ca328a824bde77d9cdbfa31082d9a7b77d00ab52a6b9db4071e92426ee504","nonce":"0x0000000000000000","size":"0x268","transactions":[],"uncles":[],"withdrawals":[]}}
>> {"jsonrpc":"2.0","id":7,"method":"evm_increaseTime","params":[-1]}
<< {"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"invalid argument 0: want a non-negative integer"}}
>> {"jsonrpc":"2.0","id":8,"method":"evm_increaseTime","params":["later"]}
<< {"jsonrpc":"2.0","id":8,"error":{"code":-32602,"message":"invalid argument 0: hex string without 0x prefix"}}
>> {"jsonrpc":"2.0","id":9,"method":"evm_increaseTime","params":["0x20000000000000"]}
<< {"jsonrpc":"2.0","id":9,"error":{"code":-32000,"message":"seconds is too large: time 9007200990434226 is after the latest possible, 9007199254740991"}}
>> {"jsonrpc":"2.0","id":10,"method":"evm_increaseTime","params":[]}
<< {"jsonrpc":"2.0","id":10,"error":{"code":-32602,"message":"missing value for required argument 0"}}

// the time of the next block
>> {"jsonrpc":"2.0","id":11,"method":"evm_setNextBlockTimestamp","params":[1735700000]}
<< {"jsonrpc":"2.0","id":11,"result":null}
>> {"jsonrpc":"2.0","id":12,"method":"anvil_setNextBlockTimestamp","params":["0x6774ae21"]}
<< {"jsonrpc":"2.0","id":12,"result":null}
>> {"jsonrpc":"2.0","id":13,"method":"hardhat_setNextBlockTimestamp","params":["1735700002"]}
<< {"jsonrpc":"2.0","id":13,"result":null}
>> {"jsonrpc":"2.0","id":14,"method":"ganache_setNextBlockTimestamp","params":[1735700003]}
<< {"jsonrpc":"2.0","id":14,"result":null}
>> {"jsonrpc":"2.0","id":15,"method":"eth_call","params":[{"to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8"},"pending"]}
<< {"jsonrpc":"2.0","id":15,"result":"0x"}
>> {"jsonrpc":"2.0","id":16,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":16,"result":"0x0"}
>> {"jsonrpc":"2.0","id":17,"method":"eth_getBlockByNumber","params":["latest",false]}
<< {"jsonrpc":"2.0","id":17,"result":{"number":"0x6","parentHash":"0xa53ca328a824bde77d9cdbfa31082d9a7b77d00ab52a6b9db4071e92426ee504","sha3Uncles":"0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347","miner":"0x27f7b8b8b5a4e71e8e9aa671f4e4031e3773303f","stateRoot":"0x389ec7dc420538647dc394861158205a04b1ba871fe3a847a6e2681ee023972e","transactionsRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","receiptsRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","logsBloom":"0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000","difficulty":"0x0","gasLimit":"0x5f5e100","gasUsed":"0x0","timestamp":"0x6774ae23","extraData":"0x","mixHash":"0x72685b083bc6bec4336a20935545a63c1106467a40ad5989d5443170479b430e","baseFeePerGas":"0x3b9aca00","withdrawalsRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","blobGasUsed":"0x0","excessBlobGas":"0x0","parentBeaconBlockRoot":"0x0000000000000000000000000000000000000000000000000000000000000000","requestsHash":"0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","hash":"0x8f3c11b54db5e69502f10124532f6b65a2d55c8dfc08bbff255eb2208d48ead9","nonce":"0x0000000000000000","size":"0x268","transactions":[],"uncles":[],"withdrawals":[]}}
>> {"jsonrpc":"2.0","id":18,"method":"evm_setNextBlockTimestamp","params":[1735700003]}
<< {"jsonrpc":"2.0","id":18,"error":{"code":-32000,"message":"timestamp 1735700003 is lower than or equal to the newest block's timestamp 1735700003"}}
>> {"jsonrpc":"2.0","id":19,"method":"evm_setNextBlockTimestamp","params":[1]}
<< {"jsonrpc":"2.0","id":19,"error":{"code":-32000,"message":"timestamp 1 is lower than or equal to the newest block's timestamp 1735700003"}}
>> {"jsonrpc":"2.0","id":20,"method":"evm_setNextBlockTimestamp","params":["0x20000000000000"]}
<< {"jsonrpc":"2.0","id":20,"error":{"code":-32000,"message":"timestamp is too large: time 9007199254740992 is after the latest possible, 9007199254740991"}}
>> {"jsonrpc":"2.0","id":21,"method":"evm_setNextBlockTimestamp","params":[]}
<< {"jsonrpc":"2.0","id":21,"error":{"code":-32602,"message":"missing value for required argument 0"}}

// the clock, in seconds and in milliseconds
>> {"jsonrpc":"2.0","id":22,"method":"evm_setTime","params":[1735800000]}
<< {"jsonrpc":"2.0","id":22,"result":110400}
>> {"jsonrpc":"2.0","id":23,"method":"anvil_setTime","params":[1735800001000]}
<< {"jsonrpc":"2.0","id":23,"result":110401}
>> {"jsonrpc":"2.0","id":24,"method":"hardhat_setTime","params":["0x677634c2"]}
<< {"jsonrpc":"2.0","id":24,"result":110402}
>> {"jsonrpc":"2.0","id":25,"method":"ganache_setTime","params":[1735800003000]}
<< {"jsonrpc":"2.0","id":25,"result":110403}
>> {"jsonrpc":"2.0","id":26,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":26,"result":"0x0"}
>> {"jsonrpc":"2.0","id":27,"method":"eth_getBlockByNumber","params":["latest",false]}
<< {"jsonrpc":"2.0","id":27,"result":{"number":"0x7","parentHash":"0x8f3c11b54db5e69502f10124532f6b65a2d55c8dfc08bbff255eb2208d48ead9","sha3Uncles":"0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347","miner":"0x27f7b8b8b5a4e71e8e9aa671f4e4031e3773303f","stateRoot":"0x389ec7dc420538647dc394861158205a04b1ba871fe3a847a6e2681ee023972e","transactionsRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","receiptsRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","logsBloom":"0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000","difficulty":"0x0","gasLimit":"0x5f5e100","gasUsed":"0x0","timestamp":"0x677634c3","extraData":"0x","mixHash":"0x77290423ffe3f399c88c497d23b122e2ee7667bff19213bf407ee3c3544c852e","baseFeePerGas":"0x3b9aca00","withdrawalsRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","blobGasUsed":"0x0","excessBlobGas":"0x0","parentBeaconBlockRoot":"0x0000000000000000000000000000000000000000000000000000000000000000","requestsHash":"0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","hash":"0xd0ae281f8084834d914cac695a5237b8465bb80fadd406e24f52e33792470094","nonce":"0x0000000000000000","size":"0x268","transactions":[],"uncles":[],"withdrawals":[]}}
>> {"jsonrpc":"2.0","id":28,"method":"evm_setTime","params":["now"]}
<< {"jsonrpc":"2.0","id":28,"error":{"code":-32602,"message":"invalid argument 0: hex string without 0x prefix"}}

// an interval from block to block
>> {"jsonrpc":"2.0","id":29,"method":"anvil_setBlockTimestampInterval","params":[12]}
<< {"jsonrpc":"2.0","id":29,"result":true}
>> {"jsonrpc":"2.0","id":30,"method":"hardhat_setBlockTimestampInterval","params":[12000]}
<< {"jsonrpc":"2.0","id":30,"result":true}
>> {"jsonrpc":"2.0","id":31,"method":"ganache_setBlockTimestampInterval","params":[12]}
<< {"jsonrpc":"2.0","id":31,"result":true}
>> {"jsonrpc":"2.0","id":32,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":32,"result":"0x0"}
>> {"jsonrpc":"2.0","id":33,"method":"eth_getBlockByNumber","params":["latest",false]}
<< {"jsonrpc":"2.0","id":33,"result":{"number":"0x8","parentHash":"0xd0ae281f8084834d914cac695a5237b8465bb80fadd406e24f52e33792470094","sha3Uncles":"0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347","miner":"0x27f7b8b8b5a4e71e8e9aa671f4e4031e3773303f","stateRoot":"0x389ec7dc420538647dc394861158205a04b1ba871fe3a847a6e2681ee023972e","transactionsRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","receiptsRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","logsBloom":"0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000","difficulty":"0x0","gasLimit":"0x5f5e100","gasUsed":"0x0","timestamp":"0x677634cf","extraData":"0x","mixHash":"0x63294ca396e6c3cf74c76fca8cf6708811ab02b32e8143f50b3634e544eafc0d","baseFeePerGas":"0x3b9aca00","withdrawalsRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","blobGasUsed":"0x0","excessBlobGas":"0x0","parentBeaconBlockRoot":"0x0000000000000000000000000000000000000000000000000000000000000000","requestsHash":"0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","hash":"0xed23bce459148999bb4f3414918aa6a7fa2b316dc0949e171fc727d685ec3dc2","nonce":"0x0000000000000000","size":"0x268","transactions":[],"uncles":[],"withdrawals":[]}}
>> {"jsonrpc":"2.0","id":34,"method":"anvil_removeBlockTimestampInterval","params":[]}
<< {"jsonrpc":"2.0","id":34,"result":true}
>> {"jsonrpc":"2.0","id":35,"method":"hardhat_removeBlockTimestampInterval","params":[]}
<< {"jsonrpc":"2.0","id":35,"result":false}
>> {"jsonrpc":"2.0","id":36,"method":"ganache_removeBlockTimestampInterval","params":[]}
<< {"jsonrpc":"2.0","id":36,"result":false}
>> {"jsonrpc":"2.0","id":37,"method":"anvil_setBlockTimestampInterval","params":["0x100000000"]}
<< {"jsonrpc":"2.0","id":37,"error":{"code":-32602,"message":"invalid argument 0: hex number > 32 bits"}}
>> {"jsonrpc":"2.0","id":38,"method":"anvil_setBlockTimestampInterval","params":[]}
<< {"jsonrpc":"2.0","id":38,"error":{"code":-32602,"message":"missing value for required argument 0"}}
