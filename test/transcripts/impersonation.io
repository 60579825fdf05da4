// nobody's key: refused
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendTransaction","params":[{"from":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"unknown account: 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512; hardhat_impersonateAccount or --auto-impersonate lets it send"}}
// impersonated, without funds and with some
>> {"jsonrpc":"2.0","id":2,"method":"hardhat_impersonateAccount","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"anvil_impersonateAccount","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"]}
<< {"jsonrpc":"2.0","id":3,"result":true}
>> {"jsonrpc":"2.0","id":4,"method":"ganache_impersonateAccount","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"]}
<< {"jsonrpc":"2.0","id":4,"result":true}
>> {"jsonrpc":"2.0","id":5,"method":"eth_accounts","params":[]}
<< {"jsonrpc":"2.0","id":5,"result":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","0x70997970c51812dc3a010c7d01b50e0d17dc79c8","0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"]}
>> {"jsonrpc":"2.0","id":6,"method":"eth_sendTransaction","params":[{"from":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","gas":"0x5208"}]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":-32000,"message":"insufficient funds for gas * price + value: address 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512 have 0 want 63000000000000"}}
>> {"jsonrpc":"2.0","id":7,"method":"hardhat_setBalance","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","0xde0b6b3a7640000"]}
<< {"jsonrpc":"2.0","id":7,"result":true}
>> {"jsonrpc":"2.0","id":8,"method":"eth_sendTransaction","params":[{"from":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","value":"0x1"}]}
<< {"jsonrpc":"2.0","id":8,"result":"0xb8eb56f2ed1423237fc823d15c82f2b6609eaf43747228e18c1ee567effe11dd"}
>> {"jsonrpc":"2.0","id":9,"method":"eth_getTransactionByBlockNumberAndIndex","params":["latest","0x0"]}
<< {"jsonrpc":"2.0","id":9,"result":{"blockHash":"0x550f0cd8833445ec679be3e2da59f8470796385004e66569a97724d6f4476994","blockNumber":"0x5","from":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","gas":"0x5208","gasPrice":"0x77359400","hash":"0xb8eb56f2ed1423237fc823d15c82f2b6609eaf43747228e18c1ee567effe11dd","input":"0x","nonce":"0x1","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","transactionIndex":"0x0","value":"0x1","type":"0x2","chainId":"0xae3f2","maxFeePerGas":"0xb2d05e00","maxPriorityFeePerGas":"0x3b9aca00","accessList":[],"v":"0x1","r":"0x80ad172de1d010a3640f492b962c810b8e2f10b2b27b0bb019879dddcab30df7","s":"0x12b0dcb789382d8bdab4f72c03fbe14138a84fd0dddebf6f8c70cf3afbf1057a","yParity":"0x1"}}
>> {"jsonrpc":"2.0","id":10,"method":"eth_getRawTransactionByBlockNumberAndIndex","params":["latest","0x0"]}
<< {"jsonrpc":"2.0","id":10,"result":"0x02f86d830ae3f201843b9aca0084b2d05e008252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c001a080ad172de1d010a3640f492b962c810b8e2f10b2b27b0bb019879dddcab30df7a012b0dcb789382d8bdab4f72c03fbe14138a84fd0dddebf6f8c70cf3afbf1057a"}
>> {"jsonrpc":"2.0","id":11,"method":"eth_sendTransactionSync","params":[{"from":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","value":"0x2"},"0x3e8"]}
<< {"jsonrpc":"2.0","id":11,"result":{"transactionHash":"0x8c069a135295c6489c7d59b88b457219f8fcff95bd0eb20444753701f1ed10fb","transactionIndex":"0x0","blockHash":"0xe30343c70b235b67bd59326157472a62bc177440b239ad50d383c26185d9a35d","blockNumber":"0x6","from":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","cumulativeGasUsed":"0x5208","gasUsed":"0x5208","contractAddress":null,"logs":[],"logsBloom":"0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000","status":"0x1","effectiveGasPrice":"0x77359400","type":"0x2"}}
// no signatures of messages
>> {"jsonrpc":"2.0","id":12,"method":"eth_sign","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","0x68656c6c6f"]}
<< {"jsonrpc":"2.0","id":12,"error":{"code":-32000,"message":"unknown account: 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512; hardhat_impersonateAccount or --auto-impersonate lets it send"}}
// no longer
>> {"jsonrpc":"2.0","id":13,"method":"hardhat_stopImpersonatingAccount","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"]}
<< {"jsonrpc":"2.0","id":13,"result":true}
>> {"jsonrpc":"2.0","id":14,"method":"anvil_stopImpersonatingAccount","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"]}
<< {"jsonrpc":"2.0","id":14,"result":false}
>> {"jsonrpc":"2.0","id":15,"method":"ganache_stopImpersonatingAccount","params":["0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"]}
<< {"jsonrpc":"2.0","id":15,"result":false}
>> {"jsonrpc":"2.0","id":16,"method":"eth_sendTransaction","params":[{"from":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8"}]}
<< {"jsonrpc":"2.0","id":16,"error":{"code":-32000,"message":"unknown account: 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512; hardhat_impersonateAccount or --auto-impersonate lets it send"}}
// everybody
>> {"jsonrpc":"2.0","id":17,"method":"hardhat_autoImpersonateAccount","params":[true]}
<< {"jsonrpc":"2.0","id":17,"result":true}
>> {"jsonrpc":"2.0","id":18,"method":"eth_sendTransaction","params":[{"from":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8"}]}
<< {"jsonrpc":"2.0","id":18,"result":"0xd87651c3890e3e8a4384ba8a4ec0c8b4900dcf49c3a9b4fbb995a6bfc85ab809"}
>> {"jsonrpc":"2.0","id":19,"method":"anvil_autoImpersonateAccount","params":[false]}
<< {"jsonrpc":"2.0","id":19,"result":true}
>> {"jsonrpc":"2.0","id":20,"method":"ganache_autoImpersonateAccount","params":["no"]}
<< {"jsonrpc":"2.0","id":20,"error":{"code":-32602,"message":"invalid argument 0: want true or false, got string"}}
// without anybody's leave
>> {"jsonrpc":"2.0","id":21,"method":"eth_sendUnsignedTransaction","params":[{"from":"0xe7f1725e7734ce288f8367e1bb143e90bb3f0512","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8"}]}
<< {"jsonrpc":"2.0","id":21,"result":"0xccce7d3830dd398b398ea6177ebd753c1febda9f481fdae55374ed75513326e2"}
