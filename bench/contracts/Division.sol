// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/// Multiplication and division of full-width words, by divisors of all widths.
contract Division {
    function run(uint256 n) external pure returns (uint256 x) {
        uint256 a = uint256(keccak256("a"));
        uint256 m = uint256(keccak256("m")) | (1 << 255);
        x = a;
        unchecked {
            for (uint256 i = 0; i < n; i++) {
                x = mulmod(x, a, m);
                x = addmod(x, m - i, a | (1 << 254));
                uint256 y = x * a;
                x ^= y % (m >> (i & 127));
                x += y / ((a >> (i & 255)) | 1);
            }
        }
    }
}
