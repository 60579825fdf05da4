import { text } from '../codec/scalar.ts'
import { method, param } from '../core/method.ts'

export const echo_echo = method({
  summary: 'Returns the text that it is given.',
  params: [param('text', text)],
  result: text,
  run: (_, given) => given,
})
