import { text, webSocketMethod } from './cometMethod.ts'

export const subscribe = webSocketMethod({ query: text }, (subscriber, { query }, id) => {
  subscriber.add(id, query)
  return {}
})

export const unsubscribe = webSocketMethod({ query: text }, (subscriber, { query }) => {
  subscriber.remove(query)
  return {}
})

export const unsubscribe_all = webSocketMethod({}, (subscriber) => {
  subscriber.removeAll()
  return {}
})
