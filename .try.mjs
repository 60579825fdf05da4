import { createRequire } from 'node:module'
import { encodeDeployData, encodeFunctionData } from 'viem'
const require = createRequire(import.meta.url)
const solc = require('solc')
const src = `pragma solidity ^0.8.0; interface Bank { function name(string memory d) external view returns (string memory); }
contract T { event E(uint256 x); 
 constructor() { say(abi.encodeWithSignature("log(string)", "made\\nin two lines")); }
 function say(bytes memory d) internal view { 0x000000000000000000636F6e736F6c652e6c6f67.staticcall(d); }
 function talk(uint256 n) external returns (string memory) { say(abi.encodeWithSignature("log(string,uint256)", "n is %d", n)); return Bank(0x0000000000000000000000000000000000001001).name("usei"); }
 function fail() external { this.talk(3); require(false, "no way"); } }`
const out = JSON.parse(solc.compile(JSON.stringify({language:'Solidity',sources:{s:{content:src}},settings:{evmVersion:'paris',outputSelection:{'*':{'*':['abi','evm.bytecode']}}}})))
const {abi, evm} = out.contracts.s.T
const port = process.argv[2]
const req = async (method, ...params) => { const r = await (await fetch('http://127.0.0.1:'+port,{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({jsonrpc:'2.0',id:1,method,params})})).json(); return r.result }
const [from,to] = await req('eth_accounts')
const gas='0x2dc6c0'
const h = await req('eth_sendTransaction',{from,data:encodeDeployData({abi,bytecode:'0x'+evm.bytecode.object}),gas})
const c = (await req('eth_getTransactionReceipt',h)).contractAddress
await req('rockpool_setLabel', c, 'talker')
for (let i=0;i<20;i++) await req('eth_blockNumber')
await req('eth_sendTransaction',{from,to,value:'0x6f05b59d3b20000'})
await req('eth_sendTransaction',{from,to:c,data:encodeFunctionData({abi,functionName:'talk',args:[7n]}),gas})
await req('eth_sendTransaction',{from,to:c,data:encodeFunctionData({abi,functionName:'fail'}),gas})
await req('eth_call',{from,to:c,data:encodeFunctionData({abi,functionName:'fail'}),gas})
await req('hardhat_mine','0x5')
await req('eth_none'); await req('bad\nname')
const s = await req('evm_snapshot'); await req('evm_mine'); await req('evm_revert', s)
await req('native_broadcastTx','0x00')
