/*
 * A thread of a worker that exits when the node is gone, because loops in QuickJS cannot always be
 * interrupted. The build bundles it into dist/tracer/endWithNode.js.
 */
import { Socket } from 'node:net'
import { LIFELINE_FD } from './messages.ts'

// Nothing is sent on this pipe: it closes when the node exits.
const lifeline = new Socket({ fd: LIFELINE_FD, readable: true, writable: false })
lifeline.on('error', () => {})
lifeline.on('close', () => process.kill(process.pid, 'SIGKILL'))
lifeline.resume()
