// what a wallet asks first
>> {"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0xae3f2"}
>> {"jsonrpc":"2.0","id":2,"method":"net_version","params":[]}
<< {"jsonrpc":"2.0","id":2,"result":"713714"}
>> {"jsonrpc":"2.0","id":3,"method":"eth_blockNumber","params":[]}
<< {"jsonrpc":"2.0","id":3,"result":"0x4"}
>> {"jsonrpc":"2.0","id":4,"method":"web3_clientVersion","params":[]}
<< {"jsonrpc":"2.0","id":4,"result":"anvil-compatible/rockpool/0.1.0/example"}
>> {"jsonrpc":"2.0","id":5,"method":"eth_accounts","params":[]}
<< {"jsonrpc":"2.0","id":5,"result":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","0x70997970c51812dc3a010c7d01b50e0d17dc79c8"]}
>> {"jsonrpc":"2.0","id":6,"method":"eth_requestAccounts","params":[]}
<< {"jsonrpc":"2.0","id":6,"result":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","0x70997970c51812dc3a010c7d01b50e0d17dc79c8"]}
>> {"jsonrpc":"2.0","id":7,"method":"eth_coinbase","params":[]}
<< {"jsonrpc":"2.0","id":7,"result":"0x27f7b8b8b5a4e71e8e9aa671f4e4031e3773303f"}
>> {"jsonrpc":"2.0","id":8,"method":"eth_syncing","params":[]}
<< {"jsonrpc":"2.0","id":8,"result":false}
>> {"jsonrpc":"2.0","id":9,"method":"net_listening","params":[]}
<< {"jsonrpc":"2.0","id":9,"result":true}
>> {"jsonrpc":"2.0","id":10,"method":"net_peerCount","params":[]}
<< {"jsonrpc":"2.0","id":10,"result":"0x0"}
>> {"jsonrpc":"2.0","id":11,"method":"rpc_modules","params":[]}
<< {"jsonrpc":"2.0","id":11,"result":{"anvil":"1.0","debug":"1.0","echo":"1.0","erigon":"1.0","eth":"1.0","evm":"1.0","ganache":"1.0","hardhat":"1.0","miner":"1.0","native":"1.0","native2":"1.0","net":"1.0","ots":"1.0","personal":"1.0","rockpool":"1.0","rpc":"1.0","tenderly":"1.0","trace":"1.0","txpool":"1.0","web3":"1.0"}}

// too many arguments
>> {"jsonrpc":"2.0","id":12,"method":"eth_chainId","params":["0x1"]}
<< {"jsonrpc":"2.0","id":12,"error":{"code":-32602,"message":"too many arguments, want at most 0"}}

// nulls are no arguments
>> {"jsonrpc":"2.0","id":13,"method":"eth_chainId","params":[null]}
<< {"jsonrpc":"2.0","id":13,"result":"0xae3f2"}

// hashing
>> {"jsonrpc":"2.0","id":14,"method":"web3_sha3","params":["0x"]}
<< {"jsonrpc":"2.0","id":14,"result":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"}
>> {"jsonrpc":"2.0","id":15,"method":"web3_sha3","params":["0x123"]}
<< {"jsonrpc":"2.0","id":15,"error":{"code":-32602,"message":"invalid argument 0: hex string of odd length"}}
>> {"jsonrpc":"2.0","id":16,"method":"web3_sha3","params":["hello"]}
<< {"jsonrpc":"2.0","id":16,"error":{"code":-32602,"message":"invalid argument 0: hex string without 0x prefix"}}
>> {"jsonrpc":"2.0","id":17,"method":"web3_sha3","params":[]}
<< {"jsonrpc":"2.0","id":17,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":50,"method":"eth_networkId","params":[]}
<< {"jsonrpc":"2.0","id":50,"result":"713714"}
>> {"jsonrpc":"2.0","id":51,"method":"eth_hashrate","params":[]}
<< {"jsonrpc":"2.0","id":51,"result":"0x0"}
// the rules of the forks
>> {"jsonrpc":"2.0","id":90,"method":"eth_config","params":[]}
<< {"jsonrpc":"2.0","id":90,"result":{"current":{"activationTime":0,"blobSchedule":{"target":0,"max":0,"baseFeeUpdateFraction":5007716},"chainId":"0xae3f2","forkId":"0xe1d5800d","precompiles":{"ADDR":"0x0000000000000000000000000000000000001004","BANK":"0x0000000000000000000000000000000000001001","BLAKE2F":"0x0000000000000000000000000000000000000009","BLS12_G1ADD":"0x000000000000000000000000000000000000000b","BLS12_G1MSM":"0x000000000000000000000000000000000000000c","BLS12_G2ADD":"0x000000000000000000000000000000000000000d","BLS12_G2MSM":"0x000000000000000000000000000000000000000e","BLS12_MAP_FP2_TO_G2":"0x0000000000000000000000000000000000000011","BLS12_MAP_FP_TO_G1":"0x0000000000000000000000000000000000000010","BLS12_PAIRING_CHECK":"0x000000000000000000000000000000000000000f","BN254_ADD":"0x0000000000000000000000000000000000000006","BN254_MUL":"0x0000000000000000000000000000000000000007","BN254_PAIRING":"0x0000000000000000000000000000000000000008","DISTRIBUTION":"0x0000000000000000000000000000000000001007","ECREC":"0x0000000000000000000000000000000000000001","GOV":"0x0000000000000000000000000000000000001006","IBC":"0x0000000000000000000000000000000000001009","ID":"0x0000000000000000000000000000000000000004","JSON":"0x0000000000000000000000000000000000001003","KZG_POINT_EVALUATION":"0x000000000000000000000000000000000000000a","MODEXP":"0x0000000000000000000000000000000000000005","ORACLE":"0x0000000000000000000000000000000000001008","P256":"0x0000000000000000000000000000000000001011","POINTER":"0x000000000000000000000000000000000000100b","POINTERVIEW":"0x000000000000000000000000000000000000100a","RIPEMD160":"0x0000000000000000000000000000000000000003","SHA256":"0x0000000000000000000000000000000000000002","SOLO":"0x000000000000000000000000000000000000100c","STAKING":"0x0000000000000000000000000000000000001005","WASMD":"0x0000000000000000000000000000000000001002"},"systemContracts":{}},"next":null,"last":null}}
>> {"jsonrpc":"2.0","id":91,"method":"eth_config","params":[1]}
<< {"jsonrpc":"2.0","id":91,"error":{"code":-32602,"message":"too many arguments, want at most 0"}}
>> {"jsonrpc":"2.0","id":92,"method":"echo_echo","params":["hello"]}
<< {"jsonrpc":"2.0","id":92,"result":"hello"}
>> {"jsonrpc":"2.0","id":93,"method":"echo_echo","params":[1]}
<< {"jsonrpc":"2.0","id":93,"error":{"code":-32602,"message":"invalid argument 0: want a string, got number"}}
