// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/// Quicksort in memory, with checked arithmetic and bounds: code as compilers write it.
contract Sort {
    /// Sorts `n` pseudo-random words and returns a sum that depends on their order.
    function run(uint256 n) external pure returns (uint256 sum) {
        uint256[] memory words = new uint256[](n);
        uint256 seed = 20261121;
        for (uint256 i = 0; i < n; i++) {
            seed = (seed * 1103515245 + 12345) % 2147483648;
            words[i] = seed;
        }
        sort(words, int256(0), int256(n) - 1);
        for (uint256 i = 1; i < n; i++) {
            require(words[i - 1] <= words[i], "order");
            sum += words[i] * i;
        }
    }

    function sort(uint256[] memory words, int256 left, int256 right) private pure {
        if (left >= right) return;
        int256 i = left;
        int256 j = right;
        uint256 pivot = words[uint256(left + (right - left) / 2)];
        while (i <= j) {
            while (words[uint256(i)] < pivot) i++;
            while (pivot < words[uint256(j)]) j--;
            if (i <= j) {
                (words[uint256(i)], words[uint256(j)]) = (words[uint256(j)], words[uint256(i)]);
                i++;
                j--;
            }
        }
        sort(words, left, j);
        sort(words, i, right);
    }
}
