/*
 * A thread of a worker that ends it when its node has gone, whatever else goes on there: QuickJS has loops that nobody interrupts.
 * The build bundles it into dist/tracer/endWithNode.js.
 */
import { Socket } from 'node:net'
import { LIFELINE_FD } from './messages.ts'

// Nothing is sent on this pipe: it closes when the node exits.
const lifeline = new Socket({ fd: LIFELINE_FD, readable: true, writable: false })
lifeline.on('error', () => {})
lifeline.on('close', () => process.kill(process.pid, 'SIGKILL'))
lifeline.resume()
