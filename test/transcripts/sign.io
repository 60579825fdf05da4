// messages: eth_sign takes the address first, personal_sign last
>> {"jsonrpc":"2.0","id":1,"method":"eth_sign","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","0x68656c6c6f"]}
<< {"jsonrpc":"2.0","id":1,"result":"0xf16ea9a3478698f695fd1401bfe27e9e4a7e8e3da94aa72b021125e31fa899cc573c48ea3fe1d4ab61a9db10c19032026e3ed2dbccba5a178235ac27f94504311c"}
>> {"jsonrpc":"2.0","id":2,"method":"personal_sign","params":["0x68656c6c6f","0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"]}
<< {"jsonrpc":"2.0","id":2,"result":"0xf16ea9a3478698f695fd1401bfe27e9e4a7e8e3da94aa72b021125e31fa899cc573c48ea3fe1d4ab61a9db10c19032026e3ed2dbccba5a178235ac27f94504311c"}
>> {"jsonrpc":"2.0","id":3,"method":"personal_sign","params":["hello","0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"]}
<< {"jsonrpc":"2.0","id":3,"result":"0xf16ea9a3478698f695fd1401bfe27e9e4a7e8e3da94aa72b021125e31fa899cc573c48ea3fe1d4ab61a9db10c19032026e3ed2dbccba5a178235ac27f94504311c"}

// typed data as object and as text
>> {"jsonrpc":"2.0","id":4,"method":"eth_signTypedData_v4","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",{"types":{"EIP712Domain":[{"name":"name","type":"string"}],"Mail":[{"name":"to","type":"address"}]},"primaryType":"Mail","domain":{"name":"x"},"message":{"to":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"}}]}
<< {"jsonrpc":"2.0","id":4,"result":"0xdf87c2cc1116cd0cf60818e68a6693db1b991e8d4468361ddd940f80d83426372c5564dd8ff7c0664247db807449e09d3d12bfda061404d320aebd2a296bc75c1b"}
>> {"jsonrpc":"2.0","id":4,"method":"eth_signTypedData","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",{"types":{"EIP712Domain":[{"name":"name","type":"string"}],"Mail":[{"name":"to","type":"address"}]},"primaryType":"Mail","domain":{"name":"x"},"message":{"to":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"}}]}
<< {"jsonrpc":"2.0","id":4,"result":"0xdf87c2cc1116cd0cf60818e68a6693db1b991e8d4468361ddd940f80d83426372c5564dd8ff7c0664247db807449e09d3d12bfda061404d320aebd2a296bc75c1b"}
>> {"jsonrpc":"2.0","id":5,"method":"eth_signTypedData_v4","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","{\"types\": {\"EIP712Domain\": [{\"name\": \"name\", \"type\": \"string\"}], \"Mail\": [{\"name\": \"to\", \"type\": \"address\"}]}, \"primaryType\": \"Mail\", \"domain\": {\"name\": \"x\"}, \"message\": {\"to\": \"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266\"}}"]}
<< {"jsonrpc":"2.0","id":5,"result":"0xdf87c2cc1116cd0cf60818e68a6693db1b991e8d4468361ddd940f80d83426372c5564dd8ff7c0664247db807449e09d3d12bfda061404d320aebd2a296bc75c1b"}

// bad input
>> {"jsonrpc":"2.0","id":6,"method":"eth_sign","params":["0x000000000000000000000000000000000000dead","0x00"]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":-32000,"message":"unknown account: 0x000000000000000000000000000000000000dEaD; hardhat_impersonateAccount or --auto-impersonate lets it send"}}
>> {"jsonrpc":"2.0","id":7,"method":"personal_sign","params":["0x00","0x000000000000000000000000000000000000dead"]}
<< {"jsonrpc":"2.0","id":7,"error":{"code":-32000,"message":"unknown account: 0x000000000000000000000000000000000000dEaD; hardhat_impersonateAccount or --auto-impersonate lets it send"}}
>> {"jsonrpc":"2.0","id":8,"method":"eth_signTypedData_v4","params":["0x000000000000000000000000000000000000dead",{"types":{"EIP712Domain":[{"name":"name","type":"string"}],"Mail":[{"name":"to","type":"address"}]},"primaryType":"Mail","domain":{"name":"x"},"message":{"to":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"}}]}
<< {"jsonrpc":"2.0","id":8,"error":{"code":-32000,"message":"unknown account: 0x000000000000000000000000000000000000dEaD; hardhat_impersonateAccount or --auto-impersonate lets it send"}}
>> {"jsonrpc":"2.0","id":9,"method":"eth_sign","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","hello"]}
<< {"jsonrpc":"2.0","id":9,"error":{"code":-32602,"message":"invalid argument 1: hex string without 0x prefix"}}
>> {"jsonrpc":"2.0","id":10,"method":"personal_sign","params":["0x1","0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"]}
<< {"jsonrpc":"2.0","id":10,"error":{"code":-32602,"message":"invalid argument 0: hex string of odd length"}}
>> {"jsonrpc":"2.0","id":11,"method":"eth_signTypedData_v4","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","hello"]}
<< {"jsonrpc":"2.0","id":11,"error":{"code":-32602,"message":"invalid argument 1: typed data is not JSON"}}
>> {"jsonrpc":"2.0","id":12,"method":"eth_signTypedData_v4","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",{"types":{"EIP712Domain":[{"name":"name","type":"string"}],"Mail":[{"name":"to","type":"address"}]},"primaryType":"Letter","domain":{"name":"x"},"message":{"to":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"}}]}
<< {"jsonrpc":"2.0","id":12,"error":{"code":-32602,"message":"invalid argument 1: message: unknown type Letter"}}
>> {"jsonrpc":"2.0","id":13,"method":"eth_signTypedData_v4","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",{"types":{"EIP712Domain":[{"name":"name","type":"string"}],"Mail":[{"name":"to","type":"address"}]},"primaryType":"Mail","domain":{"name":"x"},"message":{"to":"0x12"}}]}
<< {"jsonrpc":"2.0","id":13,"error":{"code":-32602,"message":"invalid argument 1: message.to: want 20 bytes"}}
>> {"jsonrpc":"2.0","id":14,"method":"eth_signTypedData_v4","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",{"types":{}}]}
<< {"jsonrpc":"2.0","id":14,"error":{"code":-32602,"message":"invalid argument 1: primaryType: missing value"}}
