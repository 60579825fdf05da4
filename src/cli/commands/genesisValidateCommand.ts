import { GenesisError } from '../../chain/errors.ts'
import { createGenesisBlock } from '../../chain/genesis/genesisBlock.ts'
import { parseGenesis } from '../../chain/genesis/parseGenesis.ts'
import { readGenesisFile } from '../../node/options/readGenesisFile.ts'
import { stderrLogger } from '../../primitives/logger.ts'
import { createStateDatabase } from '../../state/stateDatabase.ts'
import { CommandError, describeFailure } from '../failure.ts'
import type { CommandInput } from './command.ts'
import { wrongChecksums } from './wrongChecksums.ts'

/**
 * The command `genesis validate`: builds block 0 of a file and prints it. Warns of addresses that
 * may be misspelled.
 *
 * @throws CommandError (exit code 2) with the field and the reason
 */
export async function genesisValidateCommand({ operands, print }: CommandInput): Promise<void> {
  const [file = ''] = operands
  try {
    const json = readGenesisFile(file)
    const genesis = parseGenesis(json)
    for (const warning of wrongChecksums(json)) stderrLogger.error(`Warning: ${file}: ${warning}`)
    const { hash, header } = createGenesisBlock(genesis, createStateDatabase(genesis.native))
    const { size } = genesis.alloc
    print(
      `${file}: chain id ${genesis.chainId}, ${size} account${size === 1 ? '' : 's'}, genesis hash ${hash}, app hash ${header.stateRoot}\n`,
    )
  } catch (error) {
    if (!(error instanceof GenesisError)) throw error
    const failure = describeFailure(error, file)
    throw failure === undefined ? error : new CommandError(failure.message, failure.exitCode)
  }
}
