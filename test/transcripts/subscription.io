// over HTTP nobody can be told anything
>> {"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"notifications not supported: connect by WebSocket to the same address"}}
>> {"jsonrpc":"2.0","id":2,"method":"eth_subscribe","params":["logs",{"topics":[]}]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"notifications not supported: connect by WebSocket to the same address"}}
>> {"jsonrpc":"2.0","id":3,"method":"eth_unsubscribe","params":["0x9cef478923ff08bf67fde6c64013158d"]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32601,"message":"notifications not supported: connect by WebSocket to the same address"}}
>> {"jsonrpc":"2.0","id":4,"method":"eth_subscribe","params":[]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"missing value for required argument 0"}}
>> {"jsonrpc":"2.0","id":5,"method":"eth_subscribe","params":[["newHeads"]]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":-32602,"message":"invalid argument 0: want a string, got array"}}
