// ids come back as they were sent
>> {"jsonrpc":"2.0","id":"a","method":"net_version"}
<< {"jsonrpc":"2.0","id":"a","result":"713714"}
>> {"jsonrpc":"2.0","id":null,"method":"net_version"}
<< {"jsonrpc":"2.0","id":null,"result":"713714"}
>> {"jsonrpc":"2.0","id":12345678901234567890,"method":"net_version"}
<< {"jsonrpc":"2.0","id":12345678901234567890,"result":"713714"}

// a notification
>> {"jsonrpc":"2.0","method":"net_version"}

// no such method
>> {"jsonrpc":"2.0","id":1,"method":"eth_unknown","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"the method eth_unknown does not exist/is not available"}}
>> {"jsonrpc":"2.0","id":2,"method":"constructor","params":[]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"the method constructor does not exist/is not available"}}

// no request
>> {"jsonrpc":"2.0","id":1}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"invalid request"}}
>> {"jsonrpc":"2.0","id":{},"method":"net_version"}
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"invalid request"}}
>> {
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse error"}}
>> []
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"empty batch"}}
>> [{"jsonrpc":"2.0","id":1,"method":"net_version"},{"jsonrpc":"2.0","method":"net_version"},7]
<< [{"jsonrpc":"2.0","id":1,"result":"713714"},{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"invalid request"}}]
