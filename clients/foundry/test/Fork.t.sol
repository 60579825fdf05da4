// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Counter} from "../src/Counter.sol";
import {vm} from "../src/Vm.sol";

/// Runs on a fork of the node, where COUNTER is deployed with the number 7 and 3 wei.
contract ForkTest {
    bool public constant IS_TEST = true;

    Counter private counter;

    function setUp() external {
        counter = Counter(vm.envAddress("COUNTER"));
    }

    function test_readsTheNode() external view {
        require(counter.number() == 7, "number");
        require(address(counter).balance == 3, "balance");
        require(block.chainid == 713714, "chain id");
    }

    function test_goesOnFromIt() external {
        vm.prank(address(1));
        counter.setNumber(8);
        require(counter.number() == 8, "number");
        vm.expectRevert(abi.encodeWithSelector(Counter.TooMuch.selector, 1001));
        counter.setNumber(1001);
    }
}
