// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/// A list in storage.
contract Table {
    uint256[] private values;

    function fill(uint256 n) external {
        for (uint256 i = 0; i < n; i++) values.push(i + 1);
    }

    function sum() external view returns (uint256 total) {
        for (uint256 i = 0; i < values.length; i++) total += values[i];
    }
}
