// node {"enabledLegacyNativeApis":["native_getEVMAddress"]}

// none of these is enabled, and most are not even called rightly
>> {"jsonrpc":"2.0","id":1,"method":"native_associate","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"native_associate is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":2,"method":"native_broadcastTx","params":[]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"native_broadcastTx is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":3,"method":"native_getAccount","params":[]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32601,"message":"native_getAccount is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":4,"method":"native_getBlockByHash","params":[]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32601,"message":"native_getBlockByHash is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":5,"method":"native_getBlockByHashExcludeTraceFail","params":[]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":-32601,"message":"native_getBlockByHashExcludeTraceFail is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":6,"method":"native_getBlockByNumber","params":[]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":-32601,"message":"native_getBlockByNumber is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":7,"method":"native_getBlockByNumberExcludeTraceFail","params":[]}
<< {"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"native_getBlockByNumberExcludeTraceFail is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":8,"method":"native_getBlockReceipts","params":[]}
<< {"jsonrpc":"2.0","id":8,"error":{"code":-32601,"message":"native_getBlockReceipts is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":9,"method":"native_getBlockTransactionCountByHash","params":[]}
<< {"jsonrpc":"2.0","id":9,"error":{"code":-32601,"message":"native_getBlockTransactionCountByHash is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":10,"method":"native_getBlockTransactionCountByNumber","params":[]}
<< {"jsonrpc":"2.0","id":10,"error":{"code":-32601,"message":"native_getBlockTransactionCountByNumber is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":11,"method":"native_getCosmosTx","params":[]}
<< {"jsonrpc":"2.0","id":11,"error":{"code":-32601,"message":"native_getCosmosTx is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":12,"method":"native_getEvmTx","params":[]}
<< {"jsonrpc":"2.0","id":12,"error":{"code":-32601,"message":"native_getEvmTx is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":13,"method":"native_getFilterChanges","params":[]}
<< {"jsonrpc":"2.0","id":13,"error":{"code":-32601,"message":"native_getFilterChanges is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":14,"method":"native_getFilterLogs","params":[]}
<< {"jsonrpc":"2.0","id":14,"error":{"code":-32601,"message":"native_getFilterLogs is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":15,"method":"native_getLogs","params":[]}
<< {"jsonrpc":"2.0","id":15,"error":{"code":-32601,"message":"native_getLogs is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":16,"method":"native_getNativeAddress","params":[]}
<< {"jsonrpc":"2.0","id":16,"error":{"code":-32601,"message":"native_getNativeAddress is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":17,"method":"native_getTransactionByBlockHashAndIndex","params":[]}
<< {"jsonrpc":"2.0","id":17,"error":{"code":-32601,"message":"native_getTransactionByBlockHashAndIndex is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":18,"method":"native_getTransactionByBlockNumberAndIndex","params":[]}
<< {"jsonrpc":"2.0","id":18,"error":{"code":-32601,"message":"native_getTransactionByBlockNumberAndIndex is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":19,"method":"native_getTransactionByHash","params":[]}
<< {"jsonrpc":"2.0","id":19,"error":{"code":-32601,"message":"native_getTransactionByHash is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":20,"method":"native_getTransactionCount","params":[]}
<< {"jsonrpc":"2.0","id":20,"error":{"code":-32601,"message":"native_getTransactionCount is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":21,"method":"native_getTransactionErrorByHash","params":[]}
<< {"jsonrpc":"2.0","id":21,"error":{"code":-32601,"message":"native_getTransactionErrorByHash is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":22,"method":"native_getTransactionReceipt","params":[]}
<< {"jsonrpc":"2.0","id":22,"error":{"code":-32601,"message":"native_getTransactionReceipt is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":23,"method":"native_getTransactionReceiptExcludeTraceFail","params":[]}
<< {"jsonrpc":"2.0","id":23,"error":{"code":-32601,"message":"native_getTransactionReceiptExcludeTraceFail is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":24,"method":"native_getVMError","params":[]}
<< {"jsonrpc":"2.0","id":24,"error":{"code":-32601,"message":"native_getVMError is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":25,"method":"native_newBlockFilter","params":[]}
<< {"jsonrpc":"2.0","id":25,"error":{"code":-32601,"message":"native_newBlockFilter is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":26,"method":"native_newFilter","params":[]}
<< {"jsonrpc":"2.0","id":26,"error":{"code":-32601,"message":"native_newFilter is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":27,"method":"native_traceBlockByHashExcludeTraceFail","params":[]}
<< {"jsonrpc":"2.0","id":27,"error":{"code":-32601,"message":"native_traceBlockByHashExcludeTraceFail is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":28,"method":"native_traceBlockByNumberExcludeTraceFail","params":[]}
<< {"jsonrpc":"2.0","id":28,"error":{"code":-32601,"message":"native_traceBlockByNumberExcludeTraceFail is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":29,"method":"native_uninstallFilter","params":[]}
<< {"jsonrpc":"2.0","id":29,"error":{"code":-32601,"message":"native_uninstallFilter is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":30,"method":"native2_getBlockByHash","params":[]}
<< {"jsonrpc":"2.0","id":30,"error":{"code":-32601,"message":"native2_getBlockByHash is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":31,"method":"native2_getBlockByHashExcludeTraceFail","params":[]}
<< {"jsonrpc":"2.0","id":31,"error":{"code":-32601,"message":"native2_getBlockByHashExcludeTraceFail is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":32,"method":"native2_getBlockByNumber","params":[]}
<< {"jsonrpc":"2.0","id":32,"error":{"code":-32601,"message":"native2_getBlockByNumber is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":33,"method":"native2_getBlockByNumberExcludeTraceFail","params":[]}
<< {"jsonrpc":"2.0","id":33,"error":{"code":-32601,"message":"native2_getBlockByNumberExcludeTraceFail is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":34,"method":"native2_getBlockReceipts","params":[]}
<< {"jsonrpc":"2.0","id":34,"error":{"code":-32601,"message":"native2_getBlockReceipts is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":35,"method":"native2_getBlockTransactionCountByHash","params":[]}
<< {"jsonrpc":"2.0","id":35,"error":{"code":-32601,"message":"native2_getBlockTransactionCountByHash is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":36,"method":"native2_getBlockTransactionCountByNumber","params":[]}
<< {"jsonrpc":"2.0","id":36,"error":{"code":-32601,"message":"native2_getBlockTransactionCountByNumber is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}

// this one is
>> {"jsonrpc":"2.0","id":37,"method":"native_getEVMAddress","params":["sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc"]}
<< {"jsonrpc":"2.0","id":37,"result":"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"}

// it passes the gate, and there is no such method behind it
>> {"jsonrpc":"2.0","id":38,"method":"native_getevmaddress","params":["sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc"]}
<< {"jsonrpc":"2.0","id":38,"error":{"code":-32601,"message":"the method native_getevmaddress does not exist/is not available; did you mean native_getEVMAddress?"}}

// a disabled one by its proper name
>> {"jsonrpc":"2.0","id":39,"method":"native_GETBLOCKBYHASH","params":[]}
<< {"jsonrpc":"2.0","id":39,"error":{"code":-32601,"message":"native_getBlockByHash is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":40,"method":"native2_getblockreceipts","params":[]}
<< {"jsonrpc":"2.0","id":40,"error":{"code":-32601,"message":"native2_getBlockReceipts is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}

// whatever has the prefix
>> {"jsonrpc":"2.0","id":41,"method":"native_sign","params":[]}
<< {"jsonrpc":"2.0","id":41,"error":{"code":-32601,"message":"native_sign is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":42,"method":"native_","params":[]}
<< {"jsonrpc":"2.0","id":42,"error":{"code":-32601,"message":"native_ is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}
>> {"jsonrpc":"2.0","id":43,"method":"native2_getLogs","params":[]}
<< {"jsonrpc":"2.0","id":43,"error":{"code":-32601,"message":"native2_getLogs is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}}

// other prefixes are no concern of the gate
>> {"jsonrpc":"2.0","id":44,"method":"native3_getLogs","params":[]}
<< {"jsonrpc":"2.0","id":44,"error":{"code":-32601,"message":"the method native3_getLogs does not exist/is not available"}}
>> {"jsonrpc":"2.0","id":45,"method":"Native_getLogs","params":[]}
<< {"jsonrpc":"2.0","id":45,"error":{"code":-32601,"message":"the method Native_getLogs does not exist/is not available"}}
>> {"jsonrpc":"2.0","id":46,"method":"nativegetLogs","params":[]}
<< {"jsonrpc":"2.0","id":46,"error":{"code":-32601,"message":"the method nativegetLogs does not exist/is not available"}}
>> {"jsonrpc":"2.0","id":47,"method":"sei_getEVMAddress","params":[]}
<< {"jsonrpc":"2.0","id":47,"error":{"code":-32601,"message":"the method sei_getEVMAddress does not exist/is not available; start the node with --legacy-prefix sei or --profile sei"}}

// in a batch each has its own answer; notifications have none
>> [{"jsonrpc":"2.0","id":"a","method":"native_getEvmTx"},{"jsonrpc":"2.0","method":"native_getEvmTx"},{"jsonrpc":"2.0","id":"b","method":"eth_chainId"},{"jsonrpc":"2.0","id":"c","method":"native_getEVMAddress","params":["sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc"]}]
<< [{"jsonrpc":"2.0","id":"a","error":{"code":-32601,"message":"native_getEvmTx is not enabled on this node. The surfaces native_* and native2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to enabled_legacy_native_apis under [evm] in app.toml, or to --enabled-legacy-native-apis.","data":"legacy_native_deprecated"}},{"jsonrpc":"2.0","id":"b","result":"0xae3f2"},{"jsonrpc":"2.0","id":"c","result":"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"}]
>> {"jsonrpc":"2.0","method":"native_getEvmTx"}
>> {"jsonrpc":"2.0","id":100,"method":"rpc_modules"}
<< {"jsonrpc":"2.0","id":100,"result":{"anvil":"1.0","debug":"1.0","echo":"1.0","erigon":"1.0","eth":"1.0","evm":"1.0","ganache":"1.0","hardhat":"1.0","miner":"1.0","native":"1.0","net":"1.0","ots":"1.0","personal":"1.0","rockpool":"1.0","rpc":"1.0","tenderly":"1.0","trace":"1.0","txpool":"1.0","web3":"1.0"}}
