import type { Address } from '../../../src/primitives/address.ts'
import { bytesToHex } from '../../../src/primitives/encoding/hex.ts'
import { compileSolidity } from '../evm/solidity.ts'
import { interfaceOf } from './scene.ts'

/** Calls others in every way and returns the results. */
const source = `
contract Probe {
  uint256 public mark;
  receive() external payable {}

  function call(address to, uint256 value, bytes memory data, uint256 gasLimit) public payable
    returns (bool ok, bytes memory output, uint256 used)
  {
    uint256 before = gasleft();
    (ok, output) = to.call{value: value, gas: gasLimit}(data);
    used = before - gasleft();
  }

  function twice(address to, bytes memory data) external returns (uint256 cold, uint256 warm) {
    (, , cold) = call(to, 0, data, 100000);
    (, , warm) = call(to, 0, data, 100000);
  }

  function staticCall(address to, bytes memory data) external returns (bool ok, bytes memory output) {
    (ok, output) = to.staticcall{gas: 200000}(data);
  }

  function delegateCall(address to, bytes memory data) external returns (bool ok, bytes memory output) {
    (ok, output) = to.delegatecall{gas: 200000}(data);
  }

  function callAndRevert(address to, uint256 value, bytes memory data) external payable {
    mark = 1;
    (bool ok, ) = to.call{value: value, gas: 200000}(data);
    require(ok, "the call failed");
    revert("taken back");
  }

  /// A frame that is taken back inside of one that is not.
  function inside(address to, uint256 value, bytes memory data) external payable returns (bool ok) {
    mark = 2;
    try this.callAndRevert{value: value}(to, value, data) {
      ok = true;
    } catch {}
  }

  struct Step {
    uint8 how;
    address to;
    uint256 value;
    bytes data;
    uint256 gasLimit;
  }

  function callStep(Step memory step) external payable returns (bool ok, bytes memory output) {
    if (step.how == 1) return step.to.staticcall{gas: step.gasLimit}(step.data);
    if (step.how == 2) return step.to.delegatecall{gas: step.gasLimit}(step.data);
    (ok, output) = step.to.call{value: step.value, gas: step.gasLimit}(step.data);
    require(step.how != 3, "taken back");
  }

  /// All of them, whatever becomes of each.
  function batch(Step[] memory steps) external payable returns (bytes[] memory answers) {
    answers = new bytes[](steps.length);
    for (uint256 i = 0; i < steps.length; i++) {
      uint256 before = gasleft();
      try this.callStep{value: steps[i].value}(steps[i]) returns (bool ok, bytes memory output) {
        answers[i] = abi.encode(ok, output, before - gasleft());
      } catch (bytes memory error) {
        answers[i] = error;
      }
    }
  }

  function codeOf(address to) external view returns (uint256 size, bytes32 hash) {
    size = to.code.length;
    hash = to.codehash;
  }

  function mustCall(address to, bytes memory data) external {
    (bool ok, ) = to.call{gas: 100000}(data);
    require(ok);
  }

  function mustStaticCall(address to, bytes memory data) external view {
    (bool ok, ) = to.staticcall{gas: 100000}(data);
    require(ok);
  }

  function mustDelegateCall(address to, bytes memory data) external {
    (bool ok, ) = to.delegatecall{gas: 100000}(data);
    require(ok);
  }
}

interface IBank {
  function balance(address acc, string memory denom) external view returns (uint256);
  function sendNative(string memory to) external payable returns (bool);
}

/// Calls a precompile as contracts do, through its interface.
contract Typed {
  IBank constant BANK = IBank(0x0000000000000000000000000000000000001001);
  function balance(address acc, string memory denom) external view returns (uint256) {
    return BANK.balance(acc, denom);
  }
  function pay(string memory to) external payable returns (bool) {
    return BANK.sendNative{value: msg.value}(to);
  }
}
`

const { Probe, Typed } = compileSolidity(source)
if (Probe === undefined || Typed === undefined) throw new Error('contracts are missing')

export const probe = { ...interfaceOf(Probe.abi), code: Probe.runtime }
export const typed = { ...interfaceOf(Typed.abi), code: Typed.runtime }

/** Call data of a probe function that contains another call's data. */
export function through(
  name: string,
  to: Address,
  data: Uint8Array,
  ...[value, gas]: readonly bigint[]
): Uint8Array {
  const inner = bytesToHex(data)
  if (name === 'call') return probe.encode(name, to, value ?? 0n, inner, gas ?? 100_000n)
  return probe.encode(name, to, ...(value === undefined ? [] : [value]), inner)
}
