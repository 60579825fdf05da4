// console.log: code that says hi
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setCode","params":["0x00000000000000000000000000000000000a11ce","0x7f41304fac000000000000000000000000000000000000000000000000000000006000527f00000020000000000000000000000000000000000000000000000000000000006020527f00000002686900000000000000000000000000000000000000000000000000006040527f00000000000000000000000000000000000000000000000000000000000000006060525f5f60645f6a636f6e736f6c652e6c6f675afa00"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"eth_sendTransaction","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x00000000000000000000000000000000000a11ce","gas":"0x186a0"}]}
<< {"jsonrpc":"2.0","id":2,"result":"0x091d10be3066da2711a0cf684e34f7883edf62985a7e54dab1ae802cf04190e9"}
>> {"jsonrpc":"2.0","id":3,"method":"rockpool_getConsoleLogs","params":["0x091d10be3066da2711a0cf684e34f7883edf62985a7e54dab1ae802cf04190e9"]}
<< {"jsonrpc":"2.0","id":3,"result":[{"address":"0x00000000000000000000000000000000000a11ce","message":"hi","args":["hi"],"types":["string"]}]}
// no such transaction, none at all
>> {"jsonrpc":"2.0","id":4,"method":"rockpool_getConsoleLogs","params":["0xa800000000000000000000000000000000000000000000000000000000000000"]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32000,"message":"transaction not found"}}
>> {"jsonrpc":"2.0","id":5,"method":"rockpool_getConsoleLogs","params":[]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":-32602,"message":"missing value for required argument 0"}}
// the log on and off
>> {"jsonrpc":"2.0","id":6,"method":"hardhat_setLoggingEnabled","params":[false]}
<< {"jsonrpc":"2.0","id":6,"result":true}
>> {"jsonrpc":"2.0","id":7,"method":"anvil_setLoggingEnabled","params":[true]}
<< {"jsonrpc":"2.0","id":7,"result":true}
>> {"jsonrpc":"2.0","id":8,"method":"ganache_setLoggingEnabled","params":[true]}
<< {"jsonrpc":"2.0","id":8,"result":true}
>> {"jsonrpc":"2.0","id":9,"method":"hardhat_setLoggingEnabled","params":["yes"]}
<< {"jsonrpc":"2.0","id":9,"error":{"code":-32602,"message":"invalid argument 0: want true or false, got string"}}
// labels
>> {"jsonrpc":"2.0","id":10,"method":"rockpool_setLabel","params":["0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb","bob"]}
<< {"jsonrpc":"2.0","id":10,"result":true}
>> {"jsonrpc":"2.0","id":11,"method":"rockpool_setLabel","params":["0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb","bob by"]}
<< {"jsonrpc":"2.0","id":11,"error":{"code":-32602,"message":"invalid argument 1: want a name without spaces"}}
>> {"jsonrpc":"2.0","id":12,"method":"rockpool_getLabels","params":[]}
<< {"jsonrpc":"2.0","id":12,"result":{"0x0000000000000000000000000000000000000001":"ecrecover","0x0000000000000000000000000000000000000002":"sha256","0x0000000000000000000000000000000000000003":"ripemd160","0x0000000000000000000000000000000000000004":"identity","0x0000000000000000000000000000000000000005":"modexp","0x0000000000000000000000000000000000000006":"ecAdd","0x0000000000000000000000000000000000000007":"ecMul","0x0000000000000000000000000000000000000008":"ecPairing","0x0000000000000000000000000000000000000009":"blake2f","0x000000000000000000000000000000000000000a":"pointEvaluation","0x000000000000000000000000000000000000000b":"bls12G1Add","0x000000000000000000000000000000000000000c":"bls12G1Msm","0x000000000000000000000000000000000000000d":"bls12G2Add","0x000000000000000000000000000000000000000e":"bls12G2Msm","0x000000000000000000000000000000000000000f":"bls12PairingCheck","0x0000000000000000000000000000000000000010":"bls12MapFpToG1","0x0000000000000000000000000000000000000011":"bls12MapFp2ToG2","0x0000000000000000000000000000000000000100":"p256Verify","0x0000000000000000000000000000000000001001":"bank","0x0000000000000000000000000000000000001002":"wasmd","0x0000000000000000000000000000000000001003":"json","0x0000000000000000000000000000000000001004":"addr","0x0000000000000000000000000000000000001005":"staking","0x0000000000000000000000000000000000001006":"gov","0x0000000000000000000000000000000000001007":"distribution","0x0000000000000000000000000000000000001008":"oracle","0x0000000000000000000000000000000000001009":"ibc","0x000000000000000000000000000000000000100a":"pointerview","0x000000000000000000000000000000000000100b":"pointer","0x000000000000000000000000000000000000100c":"solo","0x0000000000000000000000000000000000001011":"p256","0x000000000000000000636f6e736f6c652e6c6f67":"console","0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb":"bob"}}
>> {"jsonrpc":"2.0","id":13,"method":"rockpool_setLabel","params":["0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",""]}
<< {"jsonrpc":"2.0","id":13,"result":true}
