// an account: by its native address, by its EVM address, in any case; a contract
>> {"jsonrpc":"2.0","id":1,"method":"native_getAccount","params":["sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc"]}
<< {"jsonrpc":"2.0","id":1,"result":{"address":"sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc","evmAddress":"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266","accountNumber":"1","sequence":"0","publicKey":"A4MYU1tUEF1Keq5gwI/EX5aHGBtP38YlvRp1P6c5f+11","balances":[{"denom":"usei","amount":"9998999769"}],"chainId":"rockpool-713714"}}
>> {"jsonrpc":"2.0","id":2,"method":"native_getAccount","params":["0xF39FD6E51AAD88F6F4CE6AB8827279CFFFB92266"]}
<< {"jsonrpc":"2.0","id":2,"result":{"address":"sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc","evmAddress":"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266","accountNumber":"1","sequence":"0","publicKey":"A4MYU1tUEF1Keq5gwI/EX5aHGBtP38YlvRp1P6c5f+11","balances":[{"denom":"usei","amount":"9998999769"}],"chainId":"rockpool-713714"}}
>> {"jsonrpc":"2.0","id":3,"method":"native_getAccount","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"]}
<< {"jsonrpc":"2.0","id":3,"result":{"address":"sei1ulchyhnhxn8z3rurvlsmk9p7jzan7pgjwuxx64","evmAddress":"0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512","accountNumber":"3","sequence":"0","publicKey":null,"balances":[],"chainId":"rockpool-713714"}}

// nobody's, and bad parameters
>> {"jsonrpc":"2.0","id":4,"method":"native_getAccount","params":["0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc"]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32000,"message":"account 0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc not found"}}
>> {"jsonrpc":"2.0","id":5,"method":"native_getAccount","params":["sei17w0adeg64ky0daxwd2ugyuneellmjgnxw32ydp"]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":-32000,"message":"account sei17w0adeg64ky0daxwd2ugyuneellmjgnxw32ydp not found"}}
>> {"jsonrpc":"2.0","id":6,"method":"native_getAccount","params":["cosmos15428vq2uzwhm3taey9sr9x5vm6tk78ewe54lwe"]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":-32602,"message":"invalid argument 0: bech32 prefix is cosmos, want sei"}}
>> {"jsonrpc":"2.0","id":7,"method":"native_getAccount","params":["0x12"]}
<< {"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"invalid argument 0: hex string has length 2, want 40"}}
>> {"jsonrpc":"2.0","id":8,"method":"native_getAccount","params":[7]}
<< {"jsonrpc":"2.0","id":8,"error":{"code":-32602,"message":"invalid argument 0: want a string, got number"}}
>> {"jsonrpc":"2.0","id":9,"method":"native_getAccount","params":[]}
<< {"jsonrpc":"2.0","id":9,"error":{"code":-32602,"message":"missing value for required argument 0"}}

// an EVM transaction in Cosmos form, and one that failed
>> {"jsonrpc":"2.0","id":10,"method":"native_getCosmosTx","params":["0x5dfc1c9708813100f351f628fc9af189c9432a7d6d323ff7c48d2efb40ca83c0"]}
<< {"jsonrpc":"2.0","id":10,"result":{"tx":{"@type":"/cosmos.tx.v1beta1.Tx","body":{"messages":[{"@type":"/seiprotocol.seichain.evm.MsgEVMTransaction","data":{"@type":"/seiprotocol.seichain.eth.LegacyTx","nonce":"0","gas_price":"2000000000","gas_limit":"21000","to":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8","value":"1000000000000000000","data":"","v":"FcgH","r":"plJdOzK9tM+ltZetugHkaGRQt02nN+5SaBAWfXqfBxo=","s":"bzcMEHQHXMwbbmEFe3sU3al3Na7zg/6aSr/S5baeHWM="},"derived":null}],"memo":"","timeout_height":"0","extension_options":[],"non_critical_extension_options":[]},"auth_info":{"signer_infos":[],"fee":{"amount":[],"gas_limit":"0","payer":"","granter":""}},"signatures":[]},"tx_response":{"height":"1","txhash":"61D9D93389D3ECD31BF10E2509BD6FF1716A1CC5A6A4D04F8B7548D5BA300661","codespace":"","code":0,"data":"","raw_log":"","logs":[],"info":"","gas_wanted":"21000","gas_used":"21000","tx":{"@type":"/cosmos.tx.v1beta1.Tx","body":{"messages":[{"@type":"/seiprotocol.seichain.evm.MsgEVMTransaction","data":{"@type":"/seiprotocol.seichain.eth.LegacyTx","nonce":"0","gas_price":"2000000000","gas_limit":"21000","to":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8","value":"1000000000000000000","data":"","v":"FcgH","r":"plJdOzK9tM+ltZetugHkaGRQt02nN+5SaBAWfXqfBxo=","s":"bzcMEHQHXMwbbmEFe3sU3al3Na7zg/6aSr/S5baeHWM="},"derived":null}],"memo":"","timeout_height":"0","extension_options":[],"non_critical_extension_options":[]},"auth_info":{"signer_infos":[],"fee":{"amount":[],"gas_limit":"0","payer":"","granter":""}},"signatures":[]},"timestamp":"2025-01-01T00:00:01Z","events":[{"type":"message","attributes":[{"key":"action","value":"/seiprotocol.seichain.evm.MsgEVMTransaction","index":true},{"key":"sender","value":"sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc","index":true},{"key":"module","value":"evm","index":true}]}]}}}
>> {"jsonrpc":"2.0","id":11,"method":"native_getCosmosTx","params":["0x85da2d8a829df3468b86f5ec4a57f9bb187d2b6fd95ff1a8f944486b28867a8e"]}
<< {"jsonrpc":"2.0","id":11,"result":{"tx":{"@type":"/cosmos.tx.v1beta1.Tx","body":{"messages":[{"@type":"/seiprotocol.seichain.evm.MsgEVMTransaction","data":{"@type":"/seiprotocol.seichain.eth.DynamicFeeTx","chain_id":"713714","nonce":"2","gas_tip_cap":"1000000000","gas_fee_cap":"3000000000","gas_limit":"200000","to":"0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512","value":"0","data":"AQ==","v":"","r":"Q8J8VQYsXqjHMYJbcqYfL61c5xkt8qz1ukKndpVDEIo=","s":"HZqIms+CZ8RMv7NkkEQmlBj1vH6mY6oHPJd9bvwyjpc=","accesses":[]},"derived":null}],"memo":"","timeout_height":"0","extension_options":[],"non_critical_extension_options":[]},"auth_info":{"signer_infos":[],"fee":{"amount":[],"gas_limit":"0","payer":"","granter":""}},"signatures":[]},"tx_response":{"height":"4","txhash":"831E7CCEB9FA021E13500F1E8F792FC185D6BE0E432BB149E1D9D95ED420BD11","codespace":"evm","code":2,"data":"","raw_log":"execution reverted","logs":[],"info":"","gas_wanted":"200000","gas_used":"21098","tx":{"@type":"/cosmos.tx.v1beta1.Tx","body":{"messages":[{"@type":"/seiprotocol.seichain.evm.MsgEVMTransaction","data":{"@type":"/seiprotocol.seichain.eth.DynamicFeeTx","chain_id":"713714","nonce":"2","gas_tip_cap":"1000000000","gas_fee_cap":"3000000000","gas_limit":"200000","to":"0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512","value":"0","data":"AQ==","v":"","r":"Q8J8VQYsXqjHMYJbcqYfL61c5xkt8qz1ukKndpVDEIo=","s":"HZqIms+CZ8RMv7NkkEQmlBj1vH6mY6oHPJd9bvwyjpc=","accesses":[]},"derived":null}],"memo":"","timeout_height":"0","extension_options":[],"non_critical_extension_options":[]},"auth_info":{"signer_infos":[],"fee":{"amount":[],"gas_limit":"0","payer":"","granter":""}},"signatures":[]},"timestamp":"2025-01-01T00:00:04Z","events":[]}}}

// unknown, and bad parameters
>> {"jsonrpc":"2.0","id":12,"method":"native_getCosmosTx","params":["0x0000000000000000000000000000000000000000000000000000000000000000"]}
<< {"jsonrpc":"2.0","id":12,"error":{"code":-32000,"message":"transaction not found"}}
>> {"jsonrpc":"2.0","id":13,"method":"native_getCosmosTx","params":["0x12"]}
<< {"jsonrpc":"2.0","id":13,"error":{"code":-32602,"message":"invalid argument 0: hex string has length 2, want 64"}}
>> {"jsonrpc":"2.0","id":14,"method":"native_getCosmosTx","params":["0xzz"]}
<< {"jsonrpc":"2.0","id":14,"error":{"code":-32602,"message":"invalid argument 0: invalid hex string"}}
>> {"jsonrpc":"2.0","id":15,"method":"native_getCosmosTx","params":[null]}
<< {"jsonrpc":"2.0","id":15,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":16,"method":"native_getCosmosTx","params":[]}
<< {"jsonrpc":"2.0","id":16,"error":{"code":-32602,"message":"missing value for required argument 0"}}

// and back: in upper case, in lower case, with 0x
>> {"jsonrpc":"2.0","id":17,"method":"native_getEvmTx","params":["61D9D93389D3ECD31BF10E2509BD6FF1716A1CC5A6A4D04F8B7548D5BA300661"]}
<< {"jsonrpc":"2.0","id":17,"result":"0x5dfc1c9708813100f351f628fc9af189c9432a7d6d323ff7c48d2efb40ca83c0"}
>> {"jsonrpc":"2.0","id":18,"method":"native_getEvmTx","params":["61d9d93389d3ecd31bf10e2509bd6ff1716a1cc5a6a4d04f8b7548d5ba300661"]}
<< {"jsonrpc":"2.0","id":18,"result":"0x5dfc1c9708813100f351f628fc9af189c9432a7d6d323ff7c48d2efb40ca83c0"}
>> {"jsonrpc":"2.0","id":19,"method":"native_getEvmTx","params":["0x61d9d93389d3ecd31bf10e2509bd6ff1716a1cc5a6a4d04f8b7548d5ba300661"]}
<< {"jsonrpc":"2.0","id":19,"result":"0x5dfc1c9708813100f351f628fc9af189c9432a7d6d323ff7c48d2efb40ca83c0"}

// unknown, and bad parameters
>> {"jsonrpc":"2.0","id":20,"method":"native_getEvmTx","params":["0000000000000000000000000000000000000000000000000000000000000000"]}
<< {"jsonrpc":"2.0","id":20,"error":{"code":-32000,"message":"transaction not found"}}
>> {"jsonrpc":"2.0","id":21,"method":"native_getEvmTx","params":["61D9"]}
<< {"jsonrpc":"2.0","id":21,"error":{"code":-32602,"message":"invalid argument 0: hex string has length 4, want 64"}}
>> {"jsonrpc":"2.0","id":22,"method":"native_getEvmTx","params":["sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc"]}
<< {"jsonrpc":"2.0","id":22,"error":{"code":-32602,"message":"invalid argument 0: invalid hex string"}}
>> {"jsonrpc":"2.0","id":23,"method":"native_getEvmTx","params":[97]}
<< {"jsonrpc":"2.0","id":23,"error":{"code":-32602,"message":"invalid argument 0: want a hex string, got number"}}
>> {"jsonrpc":"2.0","id":24,"method":"native_getEvmTx","params":[]}
<< {"jsonrpc":"2.0","id":24,"error":{"code":-32602,"message":"missing value for required argument 0"}}

// alice sends bob a coin, signed with CosmJS: as hexadecimal, then the same once more, as base64
>> {"jsonrpc":"2.0","id":25,"method":"native_broadcastTx","params":["0x0a8c010a89010a1c2f636f736d6f732e62616e6b2e763162657461312e4d736753656e6412690a2a7365693135343238767132757a77686d3374616579397372397835766d36746b37386577356379666763122a73656931636a7a706872363764756732387277397565657772716c6c6d786c71653566306177756c76791a0f0a047573656912073130303030303012630a4e0a460a1f2f636f736d6f732e63727970746f2e736563703235366b312e5075624b657912230a21038318535b54105d4a7aae60c08fc45f9687181b4fdfc625bd1a753fa7397fed7512040a02080112110a0b0a0475736569120332303010c09a0c1a4034345736d27641b7c372fdbb65ae81a8cdea2b062c10155d0dda26046c4c7f906a2ff9deb7bae98bad11b6748f6eb948c32d12fe67cfb7c39cc799f8b03140e1"]}
<< {"jsonrpc":"2.0","id":25,"result":{"code":0,"codespace":"","raw_log":"","txhash":"2BE452FE21C5CAE622AD1610403DD56404BF5F94B7D52A1A484B4CA01CDD8410","height":"5","gas_wanted":"200000","gas_used":"17694"}}
>> {"jsonrpc":"2.0","id":26,"method":"native_broadcastTx","params":["CowBCokBChwvY29zbW9zLmJhbmsudjFiZXRhMS5Nc2dTZW5kEmkKKnNlaTE1NDI4dnEydXp3aG0zdGFleTlzcjl4NXZtNnRrNzhldzVjeWZnYxIqc2VpMWNqenBocjY3ZHVnMjhydzl1ZWV3cnFsbG14bHFlNWYwYXd1bHZ5Gg8KBHVzZWkSBzEwMDAwMDASYwpOCkYKHy9jb3Ntb3MuY3J5cHRvLnNlY3AyNTZrMS5QdWJLZXkSIwohA4MYU1tUEF1Keq5gwI/EX5aHGBtP38YlvRp1P6c5f+11EgQKAggBEhEKCwoEdXNlaRIDMjAwEMCaDBpANDRXNtJ2QbfDcv27Za6BqM3qKwYsEBVdDdomBGxMf5BqL/net7rpi60RtnSPbrlIwy0S/mfPt8Ocx5n4sDFA4Q=="]}
<< {"jsonrpc":"2.0","id":26,"error":{"code":-32000,"message":"account sequence mismatch, expected 1, got 0: incorrect account sequence"}}
>> {"jsonrpc":"2.0","id":27,"method":"native_getCosmosTx","params":["2BE452FE21C5CAE622AD1610403DD56404BF5F94B7D52A1A484B4CA01CDD8410"]}
<< {"jsonrpc":"2.0","id":27,"result":{"tx":{"@type":"/cosmos.tx.v1beta1.Tx","body":{"messages":[{"@type":"/cosmos.bank.v1beta1.MsgSend","from_address":"sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc","to_address":"sei1cjzphr67dug28rw9ueewrqllmxlqe5f0awulvy","amount":[{"denom":"usei","amount":"1000000"}]}],"memo":"","timeout_height":"0","extension_options":[],"non_critical_extension_options":[]},"auth_info":{"signer_infos":[{"public_key":{"@type":"/cosmos.crypto.secp256k1.PubKey","key":"A4MYU1tUEF1Keq5gwI/EX5aHGBtP38YlvRp1P6c5f+11"},"mode_info":{"single":{"mode":"SIGN_MODE_DIRECT"}},"sequence":"0"}],"fee":{"amount":[{"denom":"usei","amount":"200"}],"gas_limit":"200000","payer":"","granter":""}},"signatures":["NDRXNtJ2QbfDcv27Za6BqM3qKwYsEBVdDdomBGxMf5BqL/net7rpi60RtnSPbrlIwy0S/mfPt8Ocx5n4sDFA4Q=="]},"tx_response":{"height":"5","txhash":"2BE452FE21C5CAE622AD1610403DD56404BF5F94B7D52A1A484B4CA01CDD8410","codespace":"","code":0,"data":"0A1E0A1C2F636F736D6F732E62616E6B2E763162657461312E4D736753656E64","raw_log":"","logs":[],"info":"","gas_wanted":"200000","gas_used":"17694","tx":{"@type":"/cosmos.tx.v1beta1.Tx","body":{"messages":[{"@type":"/cosmos.bank.v1beta1.MsgSend","from_address":"sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc","to_address":"sei1cjzphr67dug28rw9ueewrqllmxlqe5f0awulvy","amount":[{"denom":"usei","amount":"1000000"}]}],"memo":"","timeout_height":"0","extension_options":[],"non_critical_extension_options":[]},"auth_info":{"signer_infos":[{"public_key":{"@type":"/cosmos.crypto.secp256k1.PubKey","key":"A4MYU1tUEF1Keq5gwI/EX5aHGBtP38YlvRp1P6c5f+11"},"mode_info":{"single":{"mode":"SIGN_MODE_DIRECT"}},"sequence":"0"}],"fee":{"amount":[{"denom":"usei","amount":"200"}],"gas_limit":"200000","payer":"","granter":""}},"signatures":["NDRXNtJ2QbfDcv27Za6BqM3qKwYsEBVdDdomBGxMf5BqL/net7rpi60RtnSPbrlIwy0S/mfPt8Ocx5n4sDFA4Q=="]},"timestamp":"2025-01-01T00:00:05Z","events":[{"type":"coin_spent","attributes":[{"key":"spender","value":"sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc","index":true},{"key":"amount","value":"200usei","index":true}]},{"type":"coin_received","attributes":[{"key":"receiver","value":"sei17xpfvakm2amg962yls6f84z3kell8c5la4jkdu","index":true},{"key":"amount","value":"200usei","index":true}]},{"type":"transfer","attributes":[{"key":"recipient","value":"sei17xpfvakm2amg962yls6f84z3kell8c5la4jkdu","index":true},{"key":"sender","value":"sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc","index":true},{"key":"amount","value":"200usei","index":true}]},{"type":"message","attributes":[{"key":"sender","value":"sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc","index":true}]},{"type":"tx","attributes":[{"key":"fee","value":"200usei","index":true},{"key":"fee_payer","value":"sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc","index":true}]},{"type":"message","attributes":[{"key":"action","value":"/cosmos.bank.v1beta1.MsgSend","index":true},{"key":"sender","value":"sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc","index":true},{"key":"module","value":"bank","index":true}]},{"type":"coin_spent","attributes":[{"key":"spender","value":"sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc","index":true},{"key":"amount","value":"1000000usei","index":true}]},{"type":"coin_received","attributes":[{"key":"receiver","value":"sei1cjzphr67dug28rw9ueewrqllmxlqe5f0awulvy","index":true},{"key":"amount","value":"1000000usei","index":true}]},{"type":"transfer","attributes":[{"key":"recipient","value":"sei1cjzphr67dug28rw9ueewrqllmxlqe5f0awulvy","index":true},{"key":"sender","value":"sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc","index":true},{"key":"amount","value":"1000000usei","index":true}]},{"type":"message","attributes":[{"key":"sender","value":"sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc","index":true}]}]}}}
>> {"jsonrpc":"2.0","id":28,"method":"native_getEvmTx","params":["2BE452FE21C5CAE622AD1610403DD56404BF5F94B7D52A1A484B4CA01CDD8410"]}
<< {"jsonrpc":"2.0","id":28,"error":{"code":-32000,"message":"native transactions have no EVM hash"}}
>> {"jsonrpc":"2.0","id":29,"method":"native_getAccount","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"]}
<< {"jsonrpc":"2.0","id":29,"result":{"address":"sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc","evmAddress":"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266","accountNumber":"1","sequence":"1","publicKey":"A4MYU1tUEF1Keq5gwI/EX5aHGBtP38YlvRp1P6c5f+11","balances":[{"denom":"usei","amount":"9997999569"}],"chainId":"rockpool-713714"}}

// block 1's transaction in Cosmos form; no transaction; hexadecimal without 0x; neither hexadecimal nor base64
>> {"jsonrpc":"2.0","id":30,"method":"native_broadcastTx","params":["0x0af7010af4010a2b2f73656970726f746f636f6c2e736569636861696e2e65766d2e4d736745564d5472616e73616374696f6e12c4010ac1010a222f73656970726f746f636f6c2e736569636861696e2e6574682e4c65676163795478129a01120a323030303030303030301888a401222a3078373039393739373043353138313264633341303130433764303162353065306431376463373943382a13313030303030303030303030303030303030303a0315c8074220a6525d3b32bdb4cfa5b597adba01e4686450b74da737ee526810167d7a9f071a4a206f370c1074075ccc1b6e61057b7b14dda97735aef383fe9a4abfd2e5b69e1d6312021200"]}
<< {"jsonrpc":"2.0","id":30,"error":{"code":-32000,"message":"/seiprotocol.seichain.eth.LegacyTx in Cosmos form, send EVM transactions with eth_sendRawTransaction: feature not supported"}}
>> {"jsonrpc":"2.0","id":31,"method":"native_broadcastTx","params":["0x1234"]}
<< {"jsonrpc":"2.0","id":31,"error":{"code":-32000,"message":"TxRaw: protobuf message ends early: tx parse error"}}
>> {"jsonrpc":"2.0","id":32,"method":"native_broadcastTx","params":["0a8c01"]}
<< {"jsonrpc":"2.0","id":32,"error":{"code":-32602,"message":"invalid argument 0: hex string without 0x prefix"}}
>> {"jsonrpc":"2.0","id":33,"method":"native_broadcastTx","params":["CowB*"]}
<< {"jsonrpc":"2.0","id":33,"error":{"code":-32602,"message":"invalid argument 0: want 0x and hexadecimal digits, or base64"}}
>> {"jsonrpc":"2.0","id":34,"method":"native_broadcastTx","params":["0x123"]}
<< {"jsonrpc":"2.0","id":34,"error":{"code":-32602,"message":"invalid argument 0: hex string of odd length"}}
>> {"jsonrpc":"2.0","id":35,"method":"native_broadcastTx","params":[""]}
<< {"jsonrpc":"2.0","id":35,"error":{"code":-32602,"message":"invalid argument 0: want 0x and hexadecimal digits, or base64"}}
>> {"jsonrpc":"2.0","id":36,"method":"native_broadcastTx","params":[{"tx_bytes":"CowB"}]}
<< {"jsonrpc":"2.0","id":36,"error":{"code":-32602,"message":"invalid argument 0: want a string, got object"}}
>> {"jsonrpc":"2.0","id":37,"method":"native_broadcastTx","params":[]}
<< {"jsonrpc":"2.0","id":37,"error":{"code":-32602,"message":"missing value for required argument 0"}}

// carol has nothing, then alice's coin, then one account with two addresses
>> {"jsonrpc":"2.0","id":38,"method":"native_associate","params":[{"custom_message":"account association","r":"0xebc2ef114743615e5df020be6cf4d0604106536a1b9f004a2775399613e1250f","s":"0x33ad52f8ccb08a905e6a4856ee42a1c3a7cd74c0c597c24cd3aae54c21fb0a26","v":"0x0"}]}
<< {"jsonrpc":"2.0","id":38,"error":{"code":-32000,"message":"the signature of the custom message is that of 0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC (sei1sj3m3zudqkw4plsvm7p08h9q89lsy4wpakms64): this account needs to have at least 1 wei to force association: insufficient funds"}}
>> {"jsonrpc":"2.0","id":39,"method":"eth_sendTransaction","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc","value":"0xde0b6b3a7640001"}]}
<< {"jsonrpc":"2.0","id":39,"result":"0xe91bd092ec110248901880085f437057c768596730da9c7a4a56eee0ed8bb0f0"}
>> {"jsonrpc":"2.0","id":40,"method":"native_getAccount","params":["0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc"]}
<< {"jsonrpc":"2.0","id":40,"result":{"address":"sei183zvmhdk4yq0526cthffncpaztay9yauk6y0ue","evmAddress":null,"accountNumber":"4","sequence":"0","publicKey":null,"balances":[{"denom":"usei","amount":"1000000"}],"chainId":"rockpool-713714"}}
>> {"jsonrpc":"2.0","id":41,"method":"native_associate","params":[{"custom_message":"account association","r":"ebc2ef114743615e5df020be6cf4d0604106536a1b9f004a2775399613e1250f","s":"33AD52F8CCB08A905E6A4856EE42A1C3A7CD74C0C597C24CD3AAE54C21FB0A26","v":"00"}]}
<< {"jsonrpc":"2.0","id":41,"result":"4AE6B3F37B5FF762BFE789DA5E684213C37C0BCE22AE14A0A28D139A8CA05D7B"}
>> {"jsonrpc":"2.0","id":42,"method":"native_getNativeAddress","params":["0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc"]}
<< {"jsonrpc":"2.0","id":42,"result":"sei1sj3m3zudqkw4plsvm7p08h9q89lsy4wpakms64"}
>> {"jsonrpc":"2.0","id":43,"method":"native_getAccount","params":["0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc"]}
<< {"jsonrpc":"2.0","id":43,"result":{"address":"sei1sj3m3zudqkw4plsvm7p08h9q89lsy4wpakms64","evmAddress":"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC","accountNumber":"4","sequence":"0","publicKey":"A52QMel914/4wVqoaTnemx55EGagIk4zG8liogmaex8E","balances":[{"denom":"usei","amount":"1000000"}],"chainId":"rockpool-713714"}}

// again; another text; v of other signatures; bad parameters
>> {"jsonrpc":"2.0","id":44,"method":"native_associate","params":[{"custom_message":"account association","r":"ebc2ef114743615e5df020be6cf4d0604106536a1b9f004a2775399613e1250f","s":"33ad52f8ccb08a905e6a4856ee42a1c3a7cd74c0c597c24cd3aae54c21fb0a26","v":0}]}
<< {"jsonrpc":"2.0","id":44,"error":{"code":-32000,"message":"account already has association set: invalid request"}}
>> {"jsonrpc":"2.0","id":45,"method":"native_associate","params":[{"custom_message":"another text","r":"ebc2ef114743615e5df020be6cf4d0604106536a1b9f004a2775399613e1250f","s":"33ad52f8ccb08a905e6a4856ee42a1c3a7cd74c0c597c24cd3aae54c21fb0a26","v":"0"}]}
<< {"jsonrpc":"2.0","id":45,"error":{"code":-32000,"message":"the signature of the custom message is that of 0x36F341EBDbee3E35262afeF9209f3B03D611e287 (sei1sy0yy7jl9cmt9gf6tdwwrhs8cq70mmx6l9rfg2): this account needs to have at least 1 wei to force association: insufficient funds"}}
>> {"jsonrpc":"2.0","id":46,"method":"native_associate","params":[{"custom_message":"01234567890123456789012345678901234567890123456789012345678901234","r":"1","s":"1","v":"0"}]}
<< {"jsonrpc":"2.0","id":46,"error":{"code":-32000,"message":"custom message can have at most 64 characters: tx too large"}}
>> {"jsonrpc":"2.0","id":47,"method":"native_associate","params":[{"custom_message":"text","r":"0","s":"0","v":"0"}]}
<< {"jsonrpc":"2.0","id":47,"error":{"code":-32000,"message":"the signature of the custom message is not valid: unauthorized"}}
>> {"jsonrpc":"2.0","id":48,"method":"native_associate","params":[{"custom_message":"text","r":"1","s":"1","v":"0x1b"}]}
<< {"jsonrpc":"2.0","id":48,"error":{"code":-32602,"message":"invalid argument 0: v: want the parity of y, 0 or 1, which is v - 27; got \"0x1b\""}}
>> {"jsonrpc":"2.0","id":49,"method":"native_associate","params":[{"custom_message":"text","r":"1","s":"1","v":"28"}]}
<< {"jsonrpc":"2.0","id":49,"error":{"code":-32602,"message":"invalid argument 0: v: want the parity of y, 0 or 1, which is v - 27; got \"28\""}}
>> {"jsonrpc":"2.0","id":50,"method":"native_associate","params":[{"custom_message":"text","r":"xyz","s":"1","v":"0"}]}
<< {"jsonrpc":"2.0","id":50,"error":{"code":-32602,"message":"invalid argument 0: r: invalid hex string"}}
>> {"jsonrpc":"2.0","id":51,"method":"native_associate","params":[{"custom_message":"text","r":"0x","s":"1","v":"0"}]}
<< {"jsonrpc":"2.0","id":51,"error":{"code":-32602,"message":"invalid argument 0: r: invalid hex string"}}
>> {"jsonrpc":"2.0","id":52,"method":"native_associate","params":[{"custom_message":"text","r":"1","s":"0x00ebc2ef114743615e5df020be6cf4d0604106536a1b9f004a2775399613e1250f","v":"0"}]}
<< {"jsonrpc":"2.0","id":52,"error":{"code":-32602,"message":"invalid argument 0: s: hex string has length 66, want at most 64"}}
>> {"jsonrpc":"2.0","id":53,"method":"native_associate","params":[{"custom_message":"text","r":"1","s":"1"}]}
<< {"jsonrpc":"2.0","id":53,"error":{"code":-32602,"message":"invalid argument 0: v: missing value"}}
>> {"jsonrpc":"2.0","id":54,"method":"native_associate","params":[{"r":"1","s":"1","v":"0"}]}
<< {"jsonrpc":"2.0","id":54,"error":{"code":-32602,"message":"invalid argument 0: custom_message: missing value"}}
>> {"jsonrpc":"2.0","id":55,"method":"native_associate","params":["account association"]}
<< {"jsonrpc":"2.0","id":55,"error":{"code":-32602,"message":"invalid argument 0: want an object, got string"}}
>> {"jsonrpc":"2.0","id":56,"method":"native_associate","params":[null]}
<< {"jsonrpc":"2.0","id":56,"error":{"code":-32602,"message":"missing value for required argument 0"}}
