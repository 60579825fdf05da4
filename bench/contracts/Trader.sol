// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {Pair} from "./Pair.sol";
import {Token} from "./Token.sol";

/// Uses tokens and their exchange, all of which stand at addresses known in advance.
contract Trader {
    Token private constant TOKEN0 = Token(0x2000000000000000000000000000000000000000);
    Token private constant TOKEN1 = Token(0x2000000000000000000000000000000000000001);
    Pair private constant PAIR = Pair(0x2000000000000000000000000000000000000002);

    /// Swaps `n` times, there and back in turns; every 16th time tokens are given away and the exchange is told.
    function swaps(uint256 n) external returns (uint256, uint256) {
        PAIR.initialize(TOKEN0, TOKEN1);
        TOKEN0.mint(address(this), 1e30);
        TOKEN1.mint(address(this), 1e30);
        TOKEN0.transfer(address(PAIR), 1e24);
        TOKEN1.transfer(address(PAIR), 2e24);
        PAIR.sync();
        for (uint256 i = 0; i < n; i++) {
            uint256 amountIn = 1e18 + i;
            (uint112 reserve0, uint112 reserve1,) = PAIR.getReserves();
            if (i % 2 == 0) {
                TOKEN0.transfer(address(PAIR), amountIn);
                PAIR.swap(0, amountOut(amountIn, reserve0, reserve1), address(this));
            } else {
                TOKEN1.transfer(address(PAIR), amountIn);
                PAIR.swap(amountOut(amountIn, reserve1, reserve0), 0, address(this));
            }
            if (i % 16 == 15) {
                TOKEN0.transfer(address(PAIR), 1);
                PAIR.sync();
            }
        }
        return (TOKEN0.balanceOf(address(this)), TOKEN1.balanceOf(address(this)));
    }

    /// Transfers `n` times to 64 recipients in turns.
    function transfers(uint256 n) external returns (uint256) {
        TOKEN0.mint(address(this), 1e30);
        for (uint256 i = 0; i < n; i++) {
            require(TOKEN0.transfer(address(uint160(0x300000 + (i % 64))), i), "transfer");
        }
        return TOKEN0.balanceOf(address(this));
    }

    function amountOut(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) private pure returns (uint256) {
        uint256 withFee = amountIn * 997;
        return (withFee * reserveOut) / (reserveIn * 1000 + withFee);
    }
}
