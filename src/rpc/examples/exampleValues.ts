import { nativeValues } from './nativeValues.ts'

/** Hashes that depend on the genesis and the layout of the state. */
const genesisHash = '0xae2475325f3d267305146467dc755adf20f6f22ef752ff1850e8be184b11f8e2'
const block1Hash = '0x8b9c084223e1eef75b61b0252a1566ed1341a3b05d554815960d6e1d53650536'
const block1StateRoot = '0x0a9e70e8224fcecc6f267df8c9ad85cee4516237bf8679b9de41e8fd71d29f22'
const block1Randomness = '0xd38b988252a34e387aa133786ec1d0008530fa3694559f450d007009bae60917'
const block3Hash = '0x22a1aa957121158be45412ea037a3d89842950b94f214925ffcc1a1ded2b4356'
const block4Hash = '0xe833ebe077e7e1f057dab01c49d9a73c545b7aaf73d308dd079ce71cda55b66a'
const block5Hash = '0x205108cd6d1fcd473cf46aaa48066a7aa335723a74a45c572966b8917aca50b7'

const alice = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const contract = '0xe7f1725e7734ce288f8367e1bb143e90bb3f0512'
const noBloom = `0x${'00'.repeat(256)}`

/** Alice pays Bob: the only transaction of block 1. */
const transfer = {
  blockHash: block1Hash,
  blockNumber: '0x1',
  from: alice,
  gas: '0x5208',
  gasPrice: '0x77359400',
  hash: '0x5dfc1c9708813100f351f628fc9af189c9432a7d6d323ff7c48d2efb40ca83c0',
  input: '0x',
  nonce: '0x0',
  to: bob,
  transactionIndex: '0x0',
  value: '0xde0b6b3a7640000',
  type: '0x0',
  chainId: '0xae3f2',
  v: '0x15c807',
  r: '0xa6525d3b32bdb4cfa5b597adba01e4686450b74da737ee526810167d7a9f071a',
  s: '0x6f370c1074075ccc1b6e61057b7b14dda97735aef383fe9a4abfd2e5b69e1d63',
} as const

const block1 = {
  number: '0x1',
  parentHash: genesisHash,
  sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
  miner: '0x27f7b8b8b5a4e71e8e9aa671f4e4031e3773303f',
  stateRoot: block1StateRoot,
  transactionsRoot: '0xdb06b70dd59a49552c72697c7c9c02420a2ad82e9a301f0d3bc917f75c9392c8',
  receiptsRoot: '0x056b23fbba480696b65fe5a59b8f2148a1299103c4f57df839233af2cf4ca2d2',
  logsBloom: noBloom,
  difficulty: '0x0',
  gasLimit: '0x5f5e100',
  gasUsed: '0x5208',
  timestamp: '0x67748581',
  extraData: '0x',
  mixHash: block1Randomness,
  baseFeePerGas: '0x3b9aca00',
  withdrawalsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
  blobGasUsed: '0x0',
  excessBlobGas: '0x0',
  parentBeaconBlockRoot: '0x0000000000000000000000000000000000000000000000000000000000000000',
  requestsHash: '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  hash: block1Hash,
  nonce: '0x0000000000000000',
  size: '0x2db',
  transactions: [transfer.hash],
  uncles: [],
  withdrawals: [],
} as const

const {
  size: _size,
  transactions: _transactions,
  uncles: _uncles,
  withdrawals: _withdrawals,
  ...block1Header
} = block1

/** Bob calls the contract: the only transaction of block 3. */
const eventHash = '0xb43b5ab12597057e612351b01e9d0658acbd29581ff6781bd5238480e739bd0a'
const eventReceipt = {
  transactionHash: eventHash,
  transactionIndex: '0x0',
  blockHash: block3Hash,
  blockNumber: '0x3',
  from: bob,
  to: contract,
  cumulativeGasUsed: '0xac7a',
  gasUsed: '0xac7a',
  contractAddress: null,
  logs: [
    {
      address: contract,
      topics: [`0x${'ab'.repeat(32)}`],
      data: '0x000000000000000000000000000000000000000000000000000000000000002a',
      blockNumber: '0x3',
      transactionHash: eventHash,
      transactionIndex: '0x0',
      blockHash: block3Hash,
      blockTimestamp: '0x67748583',
      logIndex: '0x0',
      removed: false,
    },
  ],
  logsBloom: `0x${'0'.repeat(96)}1${'0'.repeat(80)}4${'0'.repeat(234)}1${'0'.repeat(64)}8${'0'.repeat(13)}1008${'0'.repeat(17)}`,
  status: '0x1',
  effectiveGasPrice: '0x77359400',
  type: '0x2',
} as const

const eventTrace = {
  type: 'call',
  action: {
    callType: 'call',
    from: bob,
    to: contract,
    gas: '0x2bb38',
    input: '0x',
    value: '0x0',
  },
  result: {
    gasUsed: '0x5a72',
    output: '0x000000000000000000000000000000000000000000000000000000000000002a',
  },
  subtraces: 0,
  traceAddress: [],
  blockHash: block3Hash,
  blockNumber: 3,
  transactionHash: eventHash,
  transactionPosition: 0,
} as const

/** Bob pays Alice one wei: block 5, added by the examples. */
const nextReceipt = {
  transactionHash: '0xfe41f558e3caded608ba43afdbf3771043baaff6c6ccd0d24f53f241523894aa',
  transactionIndex: '0x0',
  blockHash: block5Hash,
  blockNumber: '0x5',
  from: bob,
  to: alice,
  cumulativeGasUsed: '0x5208',
  gasUsed: '0x5208',
  contractAddress: null,
  logs: [],
  logsBloom: noBloom,
  status: '0x1',
  effectiveGasPrice: '0x77359400',
  type: '0x2',
} as const

/** Proof from slot 0 of the contract to the state root of block 4. */
const slotProof = {
  ops: [
    {
      type: 'ics23:iavl',
      key: 'A+fxcl53NM4oj4Nn4bsUPpC7PwUSAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
      data: 'CpYCCjUD5/FyXnc0ziiPg2fhuxQ+kLs/BRIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABIgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACoaCwgBGAEgASoDAAIIIikIARIlAgQIIGUPls6dsvjO5zqOC6sPF7gaMSK4Js3E9gO4foYk1eT0ICIrCAESBAQICCAaISBnoN0j0jmQudp/et4JvJVuIAv0W+XSUPunWo1wSeSlIiIrCAESBAgSCiAaISDHa1DEnsOdTbo5eWJhEq17v+JpCZQ6ertLICSAL5ZROyIpCAESJQogCiBWZrFM3F5e6Dm2XIcm2XIpONlDjkdPluWnDIKfwO3pmCA=',
    },
    {
      type: 'ics23:simple',
      key: 'ZXZt',
      data: 'CqkBCgNldm0SIM1z00fdzpMbaal6DYhy3tkIDlwHUjjJNjqynwnU/eERGgkIARgBIAEqAQAiJQgBEiEBifoxiTU0HW/zyBpUJjWv2Hn5G85EEAiAttXCCtENGHciJQgBEiEBNfyXKTonS5L6sBI4rgvao6Q65ZZELxzugjsSOd0tJ20iJwgBEgEBGiCj1woCSiHaJOvHAytCCTiAuXoickKsxTcvOlsWIBIVew==',
    },
  ],
} as const

/** A payment, replayed. */
function paid(from: string, to: string, value: string) {
  return {
    output: '0x',
    stateDiff: null,
    trace: [
      {
        type: 'call',
        action: { callType: 'call', from, to, gas: '0x0', input: '0x', value },
        result: { gasUsed: '0x0', output: '0x' },
        subtraces: 0,
        traceAddress: [],
      },
    ],
    vmTrace: null,
  }
}

/** Changes of {@link transfer}: Alice paid 21,000 gas at 2 gwei to the fee collector. */
const transferReplay = {
  ...paid(alice, bob, transfer.value),
  stateDiff: {
    '0x27f7b8b8b5a4e71e8e9aa671f4e4031e3773303f': {
      balance: { '+': '0x2632e314a000' },
      nonce: { '+': '0x0' },
      code: { '+': '0x' },
      storage: {},
    },
    [alice]: {
      balance: { '*': { from: '0x21e19e0c9bab2400000', to: '0x21e0bffecd427c76000' } },
      nonce: { '*': { from: '0x0', to: '0x1' } },
      code: '=',
      storage: {},
    },
    [bob]: {
      balance: { '*': { from: '0x21e19e0c9bab2400000', to: '0x21e27c1806e59a40000' } },
      nonce: '=',
      code: '=',
      storage: {},
    },
  },
} as const

const filled = {
  raw: '0x02ed830ae3f201843b9aca0084b2d05e0082520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c0808080',
  tx: {
    type: '0x2',
    chainId: '0xae3f2',
    nonce: '0x1',
    to: alice,
    gas: '0x5208',
    value: '0x1',
    input: '0x',
    maxFeePerGas: '0xb2d05e00',
    maxPriorityFeePerGas: '0x3b9aca00',
    accessList: [],
    v: '0x0',
    r: '0x0',
    s: '0x0',
    yParity: '0x0',
    hash: '0x0ab939dabff5cce26c13aaa828d4f0addb8313ed701fbe35c53bfffe346f5584',
  },
} as const

const rawTransfer =
  '0xf86e8084773594008252089470997970c51812dc3a010c7d01b50e0d17dc79c8880de0b6b3a7640000808315c807a0a6525d3b32bdb4cfa5b597adba01e4686450b74da737ee526810167d7a9f071aa06f370c1074075ccc1b6e61057b7b14dda97735aef383fe9a4abfd2e5b69e1d63'

/** The header of block 1. */
const rawHeader =
  `0xf90261a0ae2475325f3d267305146467dc755adf20f6f22ef752ff1850e8be184b11f8e2a01dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d493479427f7b8b8b5a4e71e8e9aa671f4e4031e3773303fa00a9e70e8224fcecc6f267df8c9ad85cee4516237bf8679b9de41e8fd71d29f22a0db06b70dd59a49552c72697c7c9c02420a2ad82e9a301f0d3bc917f75c9392c8a0056b23fbba480696b65fe5a59b8f2148a1299103c4f57df839233af2cf4ca2d2b901${noBloom.slice(2)}0080018405f5e100825208846774858180a0d38b988252a34e387aa133786ec1d0008530fa3694559f450d007009bae60917880000000000000000843b9aca00a056e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b4218080a00000000000000000000000000000000000000000000000000000000000000000a0e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855` as const

/**
 * Reads of Bob's call: account records, balances, associations, code and its hash, nonces and slot
 * 0.
 */
const stateAccess = {
  app: {
    modules: {
      acc: {
        reads: {
          '0170997970c51812dc3a010c7d01b50e0d17dc79c8':
            '0a202f636f736d6f732e617574682e763162657461312e426173654163636f756e74122e0a2a73656931777a76686a7578397271666463777370703337737264677770357461633777677836776d65381802',
          '01c4841b8f5e6f10a38dc5e672e183ffd9be0cd12f': '',
          '01e7f1725e7734ce288f8367e1bb143e90bb3f0512':
            '0a202f636f736d6f732e617574682e763162657461312e426173654163636f756e74122e0a2a73656931756c636879686e68786e387a33727572766c736d6b3970376a7a616e3770676a7775787836341803',
          '01f1829676db577682e944fc3493d451b67ff3e29f':
            '0a202f636f736d6f732e617574682e763162657461312e426173654163636f756e74122c0a2a736569313778706676616b6d32616d67393632796c73366638347a336b656c6c3863356c61346a6b6475',
        },
        has: [],
      },
      bank: {
        reads: {
          '021470997970c51812dc3a010c7d01b50e0d17dc79c875736569':
            '0a0475736569120b3130303031303030303030',
          '0214c4841b8f5e6f10a38dc5e672e183ffd9be0cd12f75736569': '',
          '0214e7f1725e7734ce288f8367e1bb143e90bb3f051275736569': '',
          '0214f1829676db577682e944fc3493d451b67ff3e29f75736569': '0a04757365691203313838',
          '0470997970c51812dc3a010c7d01b50e0d17dc79c8': '',
          '04c4841b8f5e6f10a38dc5e672e183ffd9be0cd12f': '',
          '04e7f1725e7734ce288f8367e1bb143e90bb3f0512': '',
          '04f1829676db577682e944fc3493d451b67ff3e29f': '343234303030303030303030',
        },
        has: ['021470997970c51812dc3a010c7d01b50e0d17dc79c875736569'],
      },
      distribution: { reads: {}, has: [] },
      evm: {
        reads: {
          '0127f7b8b8b5a4e71e8e9aa671f4e4031e3773303f': 'f1829676db577682e944fc3493d451b67ff3e29f',
          '0170997970c51812dc3a010c7d01b50e0d17dc79c8': '',
          '01e7f1725e7734ce288f8367e1bb143e90bb3f0512': 'e7f1725e7734ce288f8367e1bb143e90bb3f0512',
          '02c4841b8f5e6f10a38dc5e672e183ffd9be0cd12f': '',
          '03e7f1725e7734ce288f8367e1bb143e90bb3f05120000000000000000000000000000000000000000000000000000000000000000':
            '',
          '0727f7b8b8b5a4e71e8e9aa671f4e4031e3773303f': '',
          '0770997970c51812dc3a010c7d01b50e0d17dc79c8': '',
          '07e7f1725e7734ce288f8367e1bb143e90bb3f0512':
            '36603957602a600055602a6000527fabababababababababababababababababababababababababababababababab60206000a160206000f35b6308c379a060e01b60005260206004526002602452616e6f60f01b60445260646000fd',
          '0827f7b8b8b5a4e71e8e9aa671f4e4031e3773303f': '',
          '0870997970c51812dc3a010c7d01b50e0d17dc79c8': '',
          '08e7f1725e7734ce288f8367e1bb143e90bb3f0512':
            'd61c06da2b354e13ea232abf23ddb3b3a1059fde90ce1165bb62336042a38b0e',
          '0a27f7b8b8b5a4e71e8e9aa671f4e4031e3773303f': '',
          '0a70997970c51812dc3a010c7d01b50e0d17dc79c8': '',
          '0ae7f1725e7734ce288f8367e1bb143e90bb3f0512': '0000000000000001',
          '6f': '',
        },
        has: [],
      },
      gov: { reads: {}, has: [] },
      oracle: { reads: {}, has: [] },
      staking: { reads: {}, has: [] },
    },
  },
  tendermint: { traces: [] },
  receipt: {
    traces: [
      {
        blockNumber: eventReceipt.blockNumber,
        contractAddress: eventReceipt.contractAddress,
        cumulativeGasUsed: eventReceipt.cumulativeGasUsed,
        effectiveGasPrice: eventReceipt.effectiveGasPrice,
        from: eventReceipt.from,
        to: eventReceipt.to,
        gasUsed: eventReceipt.gasUsed,
        status: eventReceipt.status,
        type: eventReceipt.type,
        transactionHash: eventReceipt.transactionHash,
        transactionIndex: eventReceipt.transactionIndex,
      },
    ],
  },
} as const

/**
 * Values of the example chain (test/support/rpc/exampleChain.ts). `npx vitest run
 * test/rpc/core/examples.test.ts` shows the expected values.
 */
export const exampleValues = {
  ...nativeValues,
  clientVersion: 'anvil-compatible/rockpool/0.1.0/example',
  alice,
  bob,
  /** Alice's native address. */
  nativeAlice: 'sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc',
  contract,
  /** The transaction of block 4. */
  revertedHash: '0x85da2d8a829df3468b86f5ec4a57f9bb187d2b6fd95ff1a8f944486b28867a8e',
  contractCode:
    '0x36603957602a600055602a6000527fabababababababababababababababababababababababababababababababab60206000a160206000f35b6308c379a060e01b60005260206004526002602452616e6f60f01b60445260646000fd',
  block1,
  block1Header,
  /** The transaction of block 2. */
  creationHash: '0xec2f1c150eeee5819757f04fdfc1546f999839cf12f78c065aac2bb65f7cadea',
  /** The newest block. */
  block4Place: { blockNumber: '0x4', blockHash: block4Hash },
  transfer,
  /** Revert data of the contract: Error("no"). */
  revertData:
    '0x08c379a0000000000000000000000000000000000000000000000000000000000000002000000000000000000000000000000000000000000000000000000000000000026e6f000000000000000000000000000000000000000000000000000000000000',
  rawTransfer,
  eventReceipt,
  eventTrace,
  transferReplay,
  payReplay: paid(alice, bob, '0x1'),
  nextReplay: paid(bob, alice, '0x1'),
  rawNext:
    '0x02f86d830ae3f201843b9aca0084b2d05e0082520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c001a0e2dff984e0535381391bec8325f97d9af5308b4afe1c1f583a2003966bb1f060a02d8eb29fc33d1370a4a7e42ed41349ef694ce8863de50eb7e9d8c36d3272d0d8',
  nextReceipt,
  slotProof,
  filled,
  rawHeader,
  rawBlock: `0xf902d8${rawHeader.slice(2)}f870${rawTransfer.slice(2)}c0c0`,
  rawEventReceipt: `0x02f901630182ac7ab90100${eventReceipt.logsBloom.slice(2)}f85af85894e7f1725e7734ce288f8367e1bb143e90bb3f0512e1a0ababababababababababababababababababababababababababababababababa0000000000000000000000000000000000000000000000000000000000000002a`,
  /** Block 1: app hash and Bob's balance. */
  dumpedBlock: {
    root: block1StateRoot.slice(2),
    accounts: {
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8': {
        balance: '10001000000000000000000',
        nonce: 0,
        root: '0x',
        codeHash: '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
        address: bob,
        key: '0x00314e565e0574cb412563df634608d76f5c59d9f817e85966100ec1d48005c0',
      },
    },
  },
  storageRange: {
    storage: {
      '0x290decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e563': {
        key: '0x0000000000000000000000000000000000000000000000000000000000000000',
        value: '0x000000000000000000000000000000000000000000000000000000000000002a',
      },
    },
    nextKey: null,
  },
  /** Alice, Bob and the fee collector. */
  modifiedAccounts: [block1.miner, bob, alice],
  stateAccess,
  /** Alice's signature of the text `hello`. */
  helloSignature:
    '0xf16ea9a3478698f695fd1401bfe27e9e4a7e8e3da94aa72b021125e31fa899cc573c48ea3fe1d4ab61a9db10c19032026e3ed2dbccba5a178235ac27f94504311c',
  /** Alice's signature of the typed data in the example. */
  typedSignature:
    '0x510f2a0ae1bc13cbe16746fc6fceb517e8e11ea34ba8c5760464091fa5085e6d6609a8b212e729d62136dc2437a6563d01cbde7c54d2b6fc0fa5f05d85580da11c',
} as const
