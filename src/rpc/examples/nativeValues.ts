const alice = 'sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc'

/** Alice's payment of block 1 in Cosmos form. */
const transferTx = {
  '@type': '/cosmos.tx.v1beta1.Tx',
  body: {
    messages: [
      {
        '@type': '/seiprotocol.seichain.evm.MsgEVMTransaction',
        data: {
          '@type': '/seiprotocol.seichain.eth.LegacyTx',
          nonce: '0',
          gas_price: '2000000000',
          gas_limit: '21000',
          to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
          value: '1000000000000000000',
          data: '',
          v: 'FcgH',
          r: 'plJdOzK9tM+ltZetugHkaGRQt02nN+5SaBAWfXqfBxo=',
          s: 'bzcMEHQHXMwbbmEFe3sU3al3Na7zg/6aSr/S5baeHWM=',
        },
        derived: null,
      },
    ],
    memo: '',
    timeout_height: '0',
    extension_options: [],
    non_critical_extension_options: [],
  },
  auth_info: {
    signer_infos: [],
    fee: { amount: [], gas_limit: '0', payer: '', granter: '' },
  },
  signatures: [],
} as const

/** Values of the example chain for the native side; see exampleValues.ts. */
export const nativeValues = {
  /** Alice's signature of the text. */
  associationOfAlice: {
    custom_message: 'account association',
    r: '0x239221e4c2e1d6a08ebbff47d64b571759d9e553e15cf17bae24ee176584a04e',
    s: '0x198e79b01fe9560b4caadd5ca1e591c2b5903efd3948b2b623e5aec884a5f11d',
    v: '0x0',
  },
  /** Alice sends Bob a coin, signed with CosmJS. */
  rawNative:
    'CowBCokBChwvY29zbW9zLmJhbmsudjFiZXRhMS5Nc2dTZW5kEmkKKnNlaTE1NDI4dnEydXp3aG0zdGFleTlzcjl4NXZtNnRrNzhldzVjeWZnYxIqc2VpMWNqenBocjY3ZHVnMjhydzl1ZWV3cnFsbG14bHFlNWYwYXd1bHZ5Gg8KBHVzZWkSBzEwMDAwMDASYwpOCkYKHy9jb3Ntb3MuY3J5cHRvLnNlY3AyNTZrMS5QdWJLZXkSIwohA4MYU1tUEF1Keq5gwI/EX5aHGBtP38YlvRp1P6c5f+11EgQKAggBEhEKCwoEdXNlaRIDMjAwEMCaDBpANDRXNtJ2QbfDcv27Za6BqM3qKwYsEBVdDdomBGxMf5BqL/net7rpi60RtnSPbrlIwy0S/mfPt8Ocx5n4sDFA4Q==',
  nativeBroadcast: {
    code: 0,
    codespace: '',
    raw_log: '',
    txhash: '2BE452FE21C5CAE622AD1610403DD56404BF5F94B7D52A1A484B4CA01CDD8410',
    height: '5',
    gas_wanted: '200000',
    gas_used: '17694',
  },
  cosmosTransfer: {
    tx: transferTx,
    tx_response: {
      height: '1',
      txhash: '61D9D93389D3ECD31BF10E2509BD6FF1716A1CC5A6A4D04F8B7548D5BA300661',
      codespace: '',
      code: 0,
      data: '',
      raw_log: '',
      logs: [],
      info: '',
      gas_wanted: '21000',
      gas_used: '21000',
      tx: transferTx,
      timestamp: '2025-01-01T00:00:01Z',
      events: [
        {
          type: 'message',
          attributes: [
            {
              key: 'action',
              value: '/seiprotocol.seichain.evm.MsgEVMTransaction',
              index: true,
            },
            { key: 'sender', value: alice, index: true },
            { key: 'module', value: 'evm', index: true },
          ],
        },
      ],
    },
  },
  accountOfAlice: {
    address: alice,
    evmAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    accountNumber: '1',
    sequence: '0',
    publicKey: 'A4MYU1tUEF1Keq5gwI/EX5aHGBtP38YlvRp1P6c5f+11',
    balances: [{ denom: 'usei', amount: '9998999769' }],
    chainId: 'rockpool-713714',
  },
} as const
