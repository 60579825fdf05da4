import { readFileSync } from 'node:fs'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { parseGenesis } from '../../src/chain/genesis/parseGenesis.ts'
import { deriveDevAccounts } from '../../src/node/accounts/devAccounts.ts'
import { buildGenesis, fundedAccounts } from '../../src/node/buildGenesis.ts'
import { readConfig } from '../../src/node/options/config.ts'
import { DEV_GENESIS_FILE, packageFile } from '../../src/node/packageFiles.ts'
import { parseAddress } from '../../src/primitives/address.ts'
import { DEV_MNEMONIC } from '../../src/primitives/crypto/hdWallet.ts'
import { bytesToBech32 } from '../../src/primitives/encoding/bech32.ts'

const dev: unknown = JSON.parse(readFileSync(packageFile(DEV_GENESIS_FILE), 'utf8'))
const OTHER_MNEMONIC = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const START = 1_800_000_000n
const BOB = `0x${'b0'.repeat(20)}`
const devAccounts = deriveDevAccounts(readConfig())
const [alice] = devAccounts.map(({ evm }) => evm)

const build = (given: Parameters<typeof readConfig>[0], json: unknown, isOwn: boolean) => {
  const config = readConfig(given)
  const accounts = deriveDevAccounts(config)
  return buildGenesis(config, json, { isOwn, accounts, startTime: START })
}
const fromDev = (given: Parameters<typeof readConfig>[0]) => build(given, dev, false)
const fromFile = (given: Parameters<typeof readConfig>[0], json: unknown) =>
  build(given, json, true)
const addressesOf = (genesis: { alloc: ReadonlyMap<string, unknown> }) => [...genesis.alloc.keys()]
/** The CREATE2 deployer, and the signer of the transaction that creates it. */
const DEPLOYER = [
  '0x4e59b44847b379578588920ca78fbf26c0b4956c',
  '0x3fab184622dc19b6109349b94811493bf2a45362',
]
const allButDeployer = (genesis: { alloc: ReadonlyMap<string, unknown> }) => {
  const addresses = addressesOf(genesis)
  expect(addresses.filter((address) => DEPLOYER.includes(address))).toEqual(DEPLOYER)
  return addresses.filter((address) => !DEPLOYER.includes(address))
}

describe('the development chain', () => {
  test('matches the documentation', () => {
    const genesis = fromDev({})
    expect(genesis).toEqual({ ...parseGenesis(dev), timestamp: START, isTimestampDefault: true })
    expect(genesis).toMatchObject({
      chainId: 713714n,
      gasLimit: 100_000_000n,
      baseFeePerGas: 1_000_000_000n,
      config: { pragueTime: 0, cancunTime: 0, shanghaiTime: 0, terminalTotalDifficulty: 0n },
      native: { bech32Prefix: 'sei', denomination: 'usei' },
    })
    expect(genesis.config).not.toHaveProperty('osakaTime')
  })

  test('has the ten accounts of the mnemonic, funded and associated', () => {
    const genesis = fromDev({})
    const addresses = Array.from({ length: 10 }, (_, addressIndex) =>
      mnemonicToAccount(DEV_MNEMONIC, { addressIndex }).address.toLowerCase(),
    )
    expect(allButDeployer(genesis)).toEqual(addresses)
    for (const address of addresses) {
      expect(genesis.alloc.get(parseAddress(address))).toEqual({
        balance: 10n ** 22n,
        nonce: 0n,
        code: new Uint8Array(),
        storage: [],
      })
    }
    expect(genesis.native.associations).toEqual(
      devAccounts.map(({ evm, native }) => ({ evm, native })),
    )
    expect(fundedAccounts(genesis, devAccounts)).toEqual(devAccounts)
  })

  test('is the same with read and derived accounts', () => {
    expect(fromDev({ accounts: 10 })).toEqual(fromDev({}))
  })

  test('has the accounts of the options', () => {
    const genesis = fromDev({ mnemonic: OTHER_MNEMONIC, accounts: 2, balance: 1 })
    const addresses = [0, 1].map((addressIndex) =>
      mnemonicToAccount(OTHER_MNEMONIC, { addressIndex }).address.toLowerCase(),
    )
    expect(allButDeployer(genesis)).toEqual(addresses)
    expect(genesis.native.associations.map(({ evm }) => evm)).toEqual(addresses)
    expect(addresses.map((each) => genesis.alloc.get(parseAddress(each))?.balance)).toEqual([
      10n ** 18n,
      10n ** 18n,
    ])
  })

  test('may have no accounts', () => {
    const genesis = fromDev({ accounts: 0 })
    expect(allButDeployer(genesis)).toEqual([])
    expect(genesis.native.associations).toEqual([])
  })

  test('may omit the CREATE2 deployer only', () => {
    const genesis = fromDev({ disableDefaultCreate2Deployer: true })
    expect(addressesOf(genesis)).toEqual(allButDeployer(fromDev({})))
    expect({ ...genesis, alloc: undefined }).toEqual({ ...fromDev({}), alloc: undefined })
  })
})

describe('a genesis file', () => {
  test('determines the accounts', () => {
    const genesis = fromFile({}, { alloc: { [BOB]: { balance: 1 } } })
    expect(addressesOf(genesis)).toEqual([BOB])
    expect(fundedAccounts(genesis, devAccounts)).toEqual([])
  })

  test('gives the wallet the development accounts that it funds, on either side', () => {
    const [first, second, third] = devAccounts
    const native = (bytes: Uint8Array = new Uint8Array(20)) => bytesToBech32('sei', bytes)
    const genesis = fromFile(
      {},
      {
        alloc: { [first?.evm ?? '']: { balance: 1 }, [second?.evm ?? '']: { nonce: 1 } },
        native: {
          balances: [
            { address: native(second?.native), coins: [{ denom: 'other', amount: 5 }] },
            { address: native(third?.native), coins: [{ denom: 'usei', amount: 5 }] },
          ],
        },
      },
    )
    expect(fundedAccounts(genesis, devAccounts)).toEqual([first, third])
  })

  test('gets additional accounts of options and keeps its own entries', () => {
    const native = bytesToBech32('sei', new Uint8Array(20).fill(7))
    const file = {
      alloc: { [BOB]: { balance: 1 }, [alice ?? '']: { balance: 1, nonce: 3, code: '0x00' } },
      native: { associations: [{ evmAddress: alice, nativeAddress: native }] },
    }
    const genesis = fromFile({ accounts: 2 }, file)
    expect(genesis.alloc.size).toBe(3)
    expect([...genesis.alloc].slice(0, 2)).toMatchObject([
      [BOB, { balance: 1n }],
      [alice, { balance: 10n ** 22n, nonce: 3n, code: new Uint8Array(1) }],
    ])
    expect(genesis.native.associations).toEqual([
      { evm: alice, native: new Uint8Array(20).fill(7) },
      { evm: devAccounts[1]?.evm, native: devAccounts[1]?.native },
    ])
  })
})

describe('options', () => {
  test('omit the CREATE2 deployer of a file', () => {
    const file = { alloc: { [DEPLOYER[0] ?? '']: { nonce: 1, code: '0x00' }, [BOB]: {} } }
    expect(addressesOf(fromFile({}, file))).toEqual([DEPLOYER[0], BOB])
    expect(addressesOf(fromFile({ disableDefaultCreate2Deployer: true }, file))).toEqual([BOB])
  })

  test('override the file', () => {
    const given = { chainId: 5, gasLimit: 6, hardfork: 'london', timestamp: 7, fixedBaseFee: true }
    expect(fromDev(given)).toMatchObject({
      chainId: 5n,
      gasLimit: 6n,
      hardfork: 'london',
      timestamp: 7n,
      native: { feeMarket: { fixed: true } },
    })
  })

  test('a base fee widens its own limits', () => {
    const limits = (blockBaseFeePerGas: bigint) => {
      const { baseFeePerGas, native } = fromDev({ blockBaseFeePerGas })
      return [baseFeePerGas, native.feeMarket.minimumFeePerGas, native.feeMarket.maximumFeePerGas]
    }
    expect(limits(0n)).toEqual([0n, 0n, 10n ** 12n])
    expect(limits(10n ** 10n)).toEqual([10n ** 10n, 10n ** 9n, 10n ** 12n])
    expect(limits(10n ** 13n)).toEqual([10n ** 13n, 10n ** 9n, 10n ** 13n])
  })

  test('a fixed base fee of the file stays fixed', () => {
    const genesis = fromFile({}, { alloc: {}, native: { feeMarket: { fixed: true } } })
    expect(genesis.native.feeMarket.fixed).toBe(true)
  })
})
