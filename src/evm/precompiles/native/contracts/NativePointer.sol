// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

interface IBank {
    function send(address fromAddress, address toAddress, string memory denom, uint256 amount) external returns (bool);

    function balance(address acc, string memory denom) external view returns (uint256);

    function name(string memory denom) external view returns (string memory);

    function symbol(string memory denom) external view returns (string memory);

    function supply(string memory denom) external view returns (uint256);
}

/// An ERC-20 token that is a native denomination: balances are coins in the bank, which only this contract may move for others.
/// Behind the code lie the denomination's name, its length in two bytes, and its decimals in one.
contract NativePointer {
    IBank private constant BANK = IBank(0x0000000000000000000000000000000000001001);

    uint256 private constant TAIL = 3;

    mapping(address owner => mapping(address spender => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    // The errors of ERC-6093.
    error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed);
    error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed);
    error ERC20InvalidReceiver(address receiver);
    error ERC20InvalidSpender(address spender);

    /// The native denomination that this token is.
    function denom() public pure returns (string memory text) {
        (uint256 length, ) = _tail();
        text = new string(length);
        assembly {
            codecopy(add(text, 32), sub(codesize(), add(length, TAIL)), length)
        }
    }

    function name() external view returns (string memory) {
        return BANK.name(denom());
    }

    function symbol() external view returns (string memory) {
        return BANK.symbol(denom());
    }

    function decimals() external pure returns (uint8 count) {
        (, count) = _tail();
    }

    function totalSupply() external view returns (uint256) {
        return BANK.supply(denom());
    }

    function balanceOf(address account) public view returns (uint256) {
        return BANK.balance(account, denom());
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _transfer(msg.sender, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        if (spender == address(0)) revert ERC20InvalidSpender(spender);
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        // All there can be is no limit: it never gets less.
        if (allowed != type(uint256).max) {
            if (allowed < value) revert ERC20InsufficientAllowance(msg.sender, allowed, value);
            allowance[from][msg.sender] = allowed - value;
        }
        _transfer(from, to, value);
        return true;
    }

    function _transfer(address from, address to, uint256 value) private {
        if (to == address(0)) revert ERC20InvalidReceiver(to);
        // Asked first, because a refusal of the bank takes all the gas.
        uint256 have = balanceOf(from);
        if (have < value) revert ERC20InsufficientBalance(from, have, value);
        BANK.send(from, to, denom(), value);
        emit Transfer(from, to, value);
    }

    function _tail() private pure returns (uint256 length, uint8 count) {
        assembly {
            codecopy(0, sub(codesize(), TAIL), 32)
            let word := mload(0)
            length := shr(240, word)
            count := and(shr(232, word), 0xff)
        }
    }
}
