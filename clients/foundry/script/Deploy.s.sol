// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Counter} from "../src/Counter.sol";
import {vm} from "../src/Vm.sol";

/// Three transactions: two contracts and a call.
contract Deploy {
    bool public constant IS_SCRIPT = true;

    function run() external returns (Counter first, Counter second) {
        vm.startBroadcast();
        first = new Counter(7);
        second = new Counter(8);
        first.setNumber{value: 5}(9);
        vm.stopBroadcast();
    }
}
