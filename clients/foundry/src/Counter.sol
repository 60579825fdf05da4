// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

contract Counter {
    uint256 public number;

    event Counted(address indexed by, uint256 number);

    error TooMuch(uint256 given);

    constructor(uint256 initial) payable {
        number = initial;
    }

    function setNumber(uint256 next) external payable {
        if (next > 1000) revert TooMuch(next);
        number = next;
        emit Counted(msg.sender, next);
    }
}
