// addresses of one key
>> {"jsonrpc":"2.0","id":1,"method":"native_getNativeAddress","params":["0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"]}
<< {"jsonrpc":"2.0","id":1,"result":"sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc"}
>> {"jsonrpc":"2.0","id":2,"method":"native_getNativeAddress","params":["0x70997970c51812dc3a010c7d01b50e0d17dc79c8"]}
<< {"jsonrpc":"2.0","id":2,"result":"sei1cjzphr67dug28rw9ueewrqllmxlqe5f0awulvy"}

// a contract: the same bytes
>> {"jsonrpc":"2.0","id":3,"method":"native_getNativeAddress","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"]}
<< {"jsonrpc":"2.0","id":3,"result":"sei1ulchyhnhxn8z3rurvlsmk9p7jzan7pgjwuxx64"}

// nobody has ever heard of it
>> {"jsonrpc":"2.0","id":4,"method":"native_getNativeAddress","params":["0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc"]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32000,"message":"failed to find native address for 0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"}}

// bad parameters
>> {"jsonrpc":"2.0","id":5,"method":"native_getNativeAddress","params":["sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc"]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":-32602,"message":"invalid argument 0: want an EVM address, got a native address"}}
>> {"jsonrpc":"2.0","id":6,"method":"native_getNativeAddress","params":["0x12"]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":-32602,"message":"invalid argument 0: hex string has length 2, want 40"}}
>> {"jsonrpc":"2.0","id":7,"method":"native_getNativeAddress","params":[]}
<< {"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"missing value for required argument 0"}}

// and back
>> {"jsonrpc":"2.0","id":8,"method":"native_getEVMAddress","params":["sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc"]}
<< {"jsonrpc":"2.0","id":8,"result":"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"}
>> {"jsonrpc":"2.0","id":9,"method":"native_getEVMAddress","params":["SEI15428VQ2UZWHM3TAEY9SR9X5VM6TK78EW5CYFGC"]}
<< {"jsonrpc":"2.0","id":9,"result":"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"}
>> {"jsonrpc":"2.0","id":10,"method":"native_getEVMAddress","params":["sei1ulchyhnhxn8z3rurvlsmk9p7jzan7pgjwuxx64"]}
<< {"jsonrpc":"2.0","id":10,"result":"0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"}

// alice's cast address is not associated
>> {"jsonrpc":"2.0","id":11,"method":"native_getEVMAddress","params":["sei17w0adeg64ky0daxwd2ugyuneellmjgnxw32ydp"]}
<< {"jsonrpc":"2.0","id":11,"error":{"code":-32000,"message":"failed to find EVM address for sei17w0adeg64ky0daxwd2ugyuneellmjgnxw32ydp"}}

// bad parameters
>> {"jsonrpc":"2.0","id":12,"method":"native_getEVMAddress","params":["0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"]}
<< {"jsonrpc":"2.0","id":12,"error":{"code":-32602,"message":"invalid argument 0: want a native address, got an EVM address"}}
>> {"jsonrpc":"2.0","id":13,"method":"native_getEVMAddress","params":["sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgd"]}
<< {"jsonrpc":"2.0","id":13,"error":{"code":-32602,"message":"invalid argument 0: invalid bech32 address"}}
>> {"jsonrpc":"2.0","id":14,"method":"native_getEVMAddress","params":["Sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc"]}
<< {"jsonrpc":"2.0","id":14,"error":{"code":-32602,"message":"invalid argument 0: invalid bech32 address"}}
>> {"jsonrpc":"2.0","id":15,"method":"native_getEVMAddress","params":["cosmos15428vq2uzwhm3taey9sr9x5vm6tk78ewe54lwe"]}
<< {"jsonrpc":"2.0","id":15,"error":{"code":-32602,"message":"invalid argument 0: bech32 prefix is cosmos, want sei"}}
>> {"jsonrpc":"2.0","id":50,"method":"native_getEVMAddress","params":["sei1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdmrf20"]}
<< {"jsonrpc":"2.0","id":50,"error":{"code":-32602,"message":"invalid argument 0: address of 32 bytes, want 20"}}
>> {"jsonrpc":"2.0","id":16,"method":"native_getEVMAddress","params":[""]}
<< {"jsonrpc":"2.0","id":16,"error":{"code":-32602,"message":"invalid argument 0: invalid bech32 address"}}
>> {"jsonrpc":"2.0","id":17,"method":"native_getEVMAddress","params":[7]}
<< {"jsonrpc":"2.0","id":17,"error":{"code":-32602,"message":"invalid argument 0: want a string, got number"}}
>> {"jsonrpc":"2.0","id":18,"method":"native_getEVMAddress","params":[]}
<< {"jsonrpc":"2.0","id":18,"error":{"code":-32602,"message":"missing value for required argument 0"}}

// as eth_getTransactionCount
>> {"jsonrpc":"2.0","id":19,"method":"native_getTransactionCount","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","latest"]}
<< {"jsonrpc":"2.0","id":19,"result":"0x3"}
>> {"jsonrpc":"2.0","id":20,"method":"native_getTransactionCount","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","0x1"]}
<< {"jsonrpc":"2.0","id":20,"result":"0x1"}
>> {"jsonrpc":"2.0","id":21,"method":"native_getTransactionCount","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","0x63"]}
<< {"jsonrpc":"2.0","id":21,"error":{"code":-32000,"message":"requested height 99 is not yet available; safe latest is 4: block height not yet available"}}
>> {"jsonrpc":"2.0","id":22,"method":"native_getTransactionCount","params":["0x12","latest"]}
<< {"jsonrpc":"2.0","id":22,"error":{"code":-32602,"message":"invalid argument 0: hex string has length 2, want 40"}}

// why a transaction failed: native_getTransactionErrorByHash
>> {"jsonrpc":"2.0","id":23,"method":"native_getTransactionErrorByHash","params":["0x85da2d8a829df3468b86f5ec4a57f9bb187d2b6fd95ff1a8f944486b28867a8e"]}
<< {"jsonrpc":"2.0","id":23,"result":"execution reverted"}
>> {"jsonrpc":"2.0","id":24,"method":"native_getTransactionErrorByHash","params":["0x5dfc1c9708813100f351f628fc9af189c9432a7d6d323ff7c48d2efb40ca83c0"]}
<< {"jsonrpc":"2.0","id":24,"result":""}
>> {"jsonrpc":"2.0","id":25,"method":"native_getTransactionErrorByHash","params":["0x0000000000000000000000000000000000000000000000000000000000000000"]}
<< {"jsonrpc":"2.0","id":25,"result":""}
>> {"jsonrpc":"2.0","id":26,"method":"native_getTransactionErrorByHash","params":["0x12"]}
<< {"jsonrpc":"2.0","id":26,"error":{"code":-32602,"message":"invalid argument 0: hex string has length 2, want 64"}}
>> {"jsonrpc":"2.0","id":27,"method":"native_getTransactionErrorByHash","params":[]}
<< {"jsonrpc":"2.0","id":27,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":28,"method":"native_getVMError","params":["0x85da2d8a829df3468b86f5ec4a57f9bb187d2b6fd95ff1a8f944486b28867a8e"]}
<< {"jsonrpc":"2.0","id":28,"result":"execution reverted"}
>> {"jsonrpc":"2.0","id":29,"method":"native_getVMError","params":["0x5dfc1c9708813100f351f628fc9af189c9432a7d6d323ff7c48d2efb40ca83c0"]}
<< {"jsonrpc":"2.0","id":29,"result":""}
>> {"jsonrpc":"2.0","id":30,"method":"native_getVMError","params":["0x0000000000000000000000000000000000000000000000000000000000000000"]}
<< {"jsonrpc":"2.0","id":30,"error":{"code":-32000,"message":"receipt not found"}}
>> {"jsonrpc":"2.0","id":31,"method":"native_getVMError","params":["0x12"]}
<< {"jsonrpc":"2.0","id":31,"error":{"code":-32602,"message":"invalid argument 0: hex string has length 2, want 64"}}
>> {"jsonrpc":"2.0","id":32,"method":"native_getVMError","params":[]}
<< {"jsonrpc":"2.0","id":32,"error":{"code":-32602,"message":"missing value for required argument 0"}}

// why a transaction failed: eth_getTransactionErrorByHash
>> {"jsonrpc":"2.0","id":33,"method":"eth_getTransactionErrorByHash","params":["0x85da2d8a829df3468b86f5ec4a57f9bb187d2b6fd95ff1a8f944486b28867a8e"]}
<< {"jsonrpc":"2.0","id":33,"result":"execution reverted"}
>> {"jsonrpc":"2.0","id":34,"method":"eth_getTransactionErrorByHash","params":["0x5dfc1c9708813100f351f628fc9af189c9432a7d6d323ff7c48d2efb40ca83c0"]}
<< {"jsonrpc":"2.0","id":34,"result":""}
>> {"jsonrpc":"2.0","id":35,"method":"eth_getTransactionErrorByHash","params":["0x0000000000000000000000000000000000000000000000000000000000000000"]}
<< {"jsonrpc":"2.0","id":35,"result":""}
>> {"jsonrpc":"2.0","id":36,"method":"eth_getTransactionErrorByHash","params":["0x12"]}
<< {"jsonrpc":"2.0","id":36,"error":{"code":-32602,"message":"invalid argument 0: hex string has length 2, want 64"}}
>> {"jsonrpc":"2.0","id":37,"method":"eth_getTransactionErrorByHash","params":[]}
<< {"jsonrpc":"2.0","id":37,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":38,"method":"eth_getVMError","params":["0x85da2d8a829df3468b86f5ec4a57f9bb187d2b6fd95ff1a8f944486b28867a8e"]}
<< {"jsonrpc":"2.0","id":38,"result":"execution reverted"}
>> {"jsonrpc":"2.0","id":39,"method":"eth_getVMError","params":["0x5dfc1c9708813100f351f628fc9af189c9432a7d6d323ff7c48d2efb40ca83c0"]}
<< {"jsonrpc":"2.0","id":39,"result":""}
>> {"jsonrpc":"2.0","id":40,"method":"eth_getVMError","params":["0x0000000000000000000000000000000000000000000000000000000000000000"]}
<< {"jsonrpc":"2.0","id":40,"error":{"code":-32000,"message":"receipt not found"}}
>> {"jsonrpc":"2.0","id":41,"method":"eth_getVMError","params":["0x12"]}
<< {"jsonrpc":"2.0","id":41,"error":{"code":-32602,"message":"invalid argument 0: hex string has length 2, want 64"}}
>> {"jsonrpc":"2.0","id":42,"method":"eth_getVMError","params":[]}
<< {"jsonrpc":"2.0","id":42,"error":{"code":-32602,"message":"missing value for required argument 0"}}
