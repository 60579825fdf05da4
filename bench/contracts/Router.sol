// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {Pair} from "./Pair.sol";
import {Token} from "./Token.sol";

/// Swaps along a path of tokens after the manner of Uniswap V2's router.
contract Router {
    mapping(Token from => mapping(Token to => Pair)) private pairs;

    function add(Pair pair) external {
        (Token first, Token second) = (pair.token0(), pair.token1());
        pairs[first][second] = pair;
        pairs[second][first] = pair;
    }

    function swap(uint256 amountIn, Token[] calldata path, address to) external returns (uint256 amount) {
        amount = amountIn;
        Pair pair = pairs[path[0]][path[1]];
        require(path[0].transferFrom(msg.sender, address(pair), amountIn), "transfer");
        for (uint256 i = 0; i + 1 < path.length; i++) {
            bool isLast = i + 2 == path.length;
            Pair next = isLast ? Pair(to) : pairs[path[i + 1]][path[i + 2]];
            (uint112 reserve0, uint112 reserve1,) = pair.getReserves();
            if (pair.token0() == path[i]) {
                amount = amountOut(amount, reserve0, reserve1);
                pair.swap(0, amount, address(next));
            } else {
                amount = amountOut(amount, reserve1, reserve0);
                pair.swap(amount, 0, address(next));
            }
            pair = next;
        }
    }

    function amountOut(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) private pure returns (uint256) {
        uint256 withFee = amountIn * 997;
        return (withFee * reserveOut) / (reserveIn * 1000 + withFee);
    }
}
