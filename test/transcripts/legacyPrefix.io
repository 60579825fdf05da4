// node {"legacyPrefix":"sei","enabledLegacyNativeApis":["sei_getSeiAddress","sei_getEVMAddress"]}

// the same methods under another prefix
>> {"jsonrpc":"2.0","id":1,"method":"sei_getSeiAddress","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"]}
<< {"jsonrpc":"2.0","id":1,"result":"sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc"}
>> {"jsonrpc":"2.0","id":2,"method":"sei_getEVMAddress","params":["sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc"]}
<< {"jsonrpc":"2.0","id":2,"result":"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"}

// the gate speaks of that prefix too
>> {"jsonrpc":"2.0","id":3,"method":"sei_getCosmosTx","params":[]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32601,"message":"sei_getCosmosTx is not enabled on this node. The surfaces sei_* and sei2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_sei_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_sei_deprecated"}}
>> {"jsonrpc":"2.0","id":4,"method":"sei2_getBlockByNumber","params":["0x1",false]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32601,"message":"sei2_getBlockByNumber is not enabled on this node. The surfaces sei_* and sei2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_sei_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_sei_deprecated"}}
>> {"jsonrpc":"2.0","id":5,"method":"sei_getNativeAddress","params":[]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":-32601,"message":"sei_getNativeAddress is not enabled on this node. The surfaces sei_* and sei2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_sei_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_sei_deprecated"}}

// there is no other family
>> {"jsonrpc":"2.0","id":6,"method":"native_getNativeAddress","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":-32601,"message":"the method native_getNativeAddress does not exist/is not available"}}
>> {"jsonrpc":"2.0","id":7,"method":"native2_getBlockByNumber","params":["0x1",false]}
<< {"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"the method native2_getBlockByNumber does not exist/is not available; did you mean eth_getBlockByNumber?"}}
>> {"jsonrpc":"2.0","id":8,"method":"rpc_modules","params":[]}
<< {"jsonrpc":"2.0","id":8,"result":{"anvil":"1.0","debug":"1.0","echo":"1.0","erigon":"1.0","eth":"1.0","evm":"1.0","ganache":"1.0","hardhat":"1.0","miner":"1.0","net":"1.0","ots":"1.0","personal":"1.0","rockpool":"1.0","rpc":"1.0","sei":"1.0","tenderly":"1.0","trace":"1.0","txpool":"1.0","web3":"1.0"}}
