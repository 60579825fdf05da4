// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// What the scripts and tests here use of forge.
interface Vm {
    function startBroadcast() external;

    function stopBroadcast() external;

    function envAddress(string calldata name) external returns (address);

    function prank(address sender) external;

    function expectRevert(bytes calldata data) external;
}

Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
