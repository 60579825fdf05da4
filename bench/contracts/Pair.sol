// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {Token} from "./Token.sol";

/// A constant-product exchange of two tokens after the manner of Uniswap V2, without shares and flash swaps.
contract Pair {
    event Swap(
        address indexed sender,
        uint256 amount0In,
        uint256 amount1In,
        uint256 amount0Out,
        uint256 amount1Out,
        address indexed to
    );
    event Sync(uint112 reserve0, uint112 reserve1);

    Token public token0;
    Token public token1;
    uint112 private reserve0;
    uint112 private reserve1;
    uint32 private blockTimestampLast;
    uint256 public price0CumulativeLast;
    uint256 public price1CumulativeLast;
    uint256 private entered;

    modifier lock() {
        require(entered == 1, "locked");
        entered = 2;
        _;
        entered = 1;
    }

    function initialize(Token first, Token second) external {
        require(address(token0) == address(0), "initialized");
        token0 = first;
        token1 = second;
        entered = 1;
    }

    function getReserves() public view returns (uint112, uint112, uint32) {
        return (reserve0, reserve1, blockTimestampLast);
    }

    function swap(uint256 amount0Out, uint256 amount1Out, address to) external lock {
        require(amount0Out > 0 || amount1Out > 0, "output");
        (uint112 before0, uint112 before1,) = getReserves();
        require(amount0Out < before0 && amount1Out < before1, "liquidity");
        if (amount0Out > 0) require(token0.transfer(to, amount0Out), "transfer");
        if (amount1Out > 0) require(token1.transfer(to, amount1Out), "transfer");
        uint256 balance0 = token0.balanceOf(address(this));
        uint256 balance1 = token1.balanceOf(address(this));
        uint256 amount0In = balance0 > before0 - amount0Out ? balance0 - (before0 - amount0Out) : 0;
        uint256 amount1In = balance1 > before1 - amount1Out ? balance1 - (before1 - amount1Out) : 0;
        require(amount0In > 0 || amount1In > 0, "input");
        uint256 adjusted0 = balance0 * 1000 - amount0In * 3;
        uint256 adjusted1 = balance1 * 1000 - amount1In * 3;
        require(adjusted0 * adjusted1 >= uint256(before0) * before1 * 1000 ** 2, "K");
        update(balance0, balance1, before0, before1);
        emit Swap(msg.sender, amount0In, amount1In, amount0Out, amount1Out, to);
    }

    function sync() external lock {
        update(token0.balanceOf(address(this)), token1.balanceOf(address(this)), reserve0, reserve1);
    }

    function update(uint256 balance0, uint256 balance1, uint112 before0, uint112 before1) private {
        require(balance0 <= type(uint112).max && balance1 <= type(uint112).max, "overflow");
        uint32 timestamp = uint32(block.timestamp);
        unchecked {
            uint32 elapsed = timestamp - blockTimestampLast;
            if (elapsed > 0 && before0 != 0 && before1 != 0) {
                price0CumulativeLast += ((uint256(before1) << 112) / before0) * elapsed;
                price1CumulativeLast += ((uint256(before0) << 112) / before1) * elapsed;
            }
        }
        reserve0 = uint112(balance0);
        reserve1 = uint112(balance1);
        blockTimestampLast = timestamp;
        emit Sync(reserve0, reserve1);
    }
}
