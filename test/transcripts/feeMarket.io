// prices
>> {"jsonrpc":"2.0","id":1,"method":"eth_gasPrice","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x4190ab00"}
>> {"jsonrpc":"2.0","id":2,"method":"eth_maxPriorityFeePerGas","params":[]}
<< {"jsonrpc":"2.0","id":2,"result":"0x3b9aca00"}

// history: count as hex, decimal text and number
>> {"jsonrpc":"2.0","id":3,"method":"eth_feeHistory","params":["0x2","latest",[]]}
<< {"jsonrpc":"2.0","id":3,"result":{"oldestBlock":"0x3","baseFeePerGas":["0x3b9aca00","0x3b9aca00","0x3b9aca00"],"gasUsedRatio":[0.00044154,0.00021098],"reward":[[],[]]}}
>> {"jsonrpc":"2.0","id":4,"method":"eth_feeHistory","params":["2","0x2",[0,50,100]]}
<< {"jsonrpc":"2.0","id":4,"result":{"oldestBlock":"0x1","baseFeePerGas":["0x3b9aca00","0x3b9aca00","0x3b9aca00"],"gasUsedRatio":[0.00021,0.00073212],"reward":[["0x3b9aca00","0x3b9aca00","0x3b9aca00"],["0x3b9aca00","0x3b9aca00","0x3b9aca00"]]}}
>> {"jsonrpc":"2.0","id":5,"method":"eth_feeHistory","params":[1,"pending",null]}
<< {"jsonrpc":"2.0","id":5,"result":{"oldestBlock":"0x4","baseFeePerGas":["0x3b9aca00","0x3b9aca00"],"gasUsedRatio":[0.00021098],"reward":[[]]}}
>> {"jsonrpc":"2.0","id":6,"method":"eth_feeHistory","params":["0xffff","latest",[25.5]]}
<< {"jsonrpc":"2.0","id":6,"result":{"oldestBlock":"0x0","baseFeePerGas":["0x3b9aca00","0x3b9aca00","0x3b9aca00","0x3b9aca00","0x3b9aca00","0x3b9aca00"],"gasUsedRatio":[0,0.00021,0.00073212,0.00044154,0.00021098],"reward":[["0x0"],["0x3b9aca00"],["0x3b9aca00"],["0x3b9aca00"],["0x3b9aca00"]]}}
>> {"jsonrpc":"2.0","id":7,"method":"eth_feeHistory","params":["0x1","earliest",[50]]}
<< {"jsonrpc":"2.0","id":7,"result":{"oldestBlock":"0x0","baseFeePerGas":["0x3b9aca00","0x3b9aca00"],"gasUsedRatio":[0],"reward":[["0x0"]]}}
>> {"jsonrpc":"2.0","id":8,"method":"eth_feeHistory","params":["0x0","latest",[]]}
<< {"jsonrpc":"2.0","id":8,"result":{"oldestBlock":"0x0","baseFeePerGas":[],"gasUsedRatio":[]}}

// bad input
>> {"jsonrpc":"2.0","id":9,"method":"eth_feeHistory","params":["0x1","0x64",[]]}
<< {"jsonrpc":"2.0","id":9,"error":{"code":-32000,"message":"requested height 100 is not yet available; safe latest is 4: block height not yet available"}}
>> {"jsonrpc":"2.0","id":10,"method":"eth_feeHistory","params":["0x1","latest",[50,50]]}
<< {"jsonrpc":"2.0","id":10,"error":{"code":-32000,"message":"invalid reward percentiles: must be ascending and between 0 and 100"}}
>> {"jsonrpc":"2.0","id":11,"method":"eth_feeHistory","params":["0x1","latest",[101]]}
<< {"jsonrpc":"2.0","id":11,"error":{"code":-32000,"message":"invalid reward percentiles: must be ascending and between 0 and 100"}}
>> {"jsonrpc":"2.0","id":12,"method":"eth_feeHistory","params":["0x1","latest",["50"]]}
<< {"jsonrpc":"2.0","id":12,"error":{"code":-32602,"message":"invalid argument 2[0]: want a number, got string"}}
>> {"jsonrpc":"2.0","id":13,"method":"eth_feeHistory","params":["0x1"]}
<< {"jsonrpc":"2.0","id":13,"error":{"code":-32602,"message":"missing value for required argument 1"}}
>> {"jsonrpc":"2.0","id":14,"method":"eth_feeHistory","params":["0x1","0x39e81796da2a09a3a8e417154afb25430973003b17fd37a575f2617446ddb6fc",[]]}
<< {"jsonrpc":"2.0","id":14,"error":{"code":-32602,"message":"invalid argument 1: hex number > 64 bits"}}
// no blobs
>> {"jsonrpc":"2.0","id":90,"method":"eth_blobBaseFee","params":[]}
<< {"jsonrpc":"2.0","id":90,"error":{"code":-32000,"message":"blobs not supported on this chain"}}

// base fee of the next block
>> {"jsonrpc":"2.0","id":91,"method":"eth_baseFee","params":[]}
<< {"jsonrpc":"2.0","id":91,"result":"0x3b9aca00"}
