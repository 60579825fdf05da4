import { contentUrls, type ProposalAction, type ProposalContent } from './proposalContent.ts'

/** Zero of Go's time: plans have no time. */
const NO_TIME = '0001-01-01T00:00:00Z'

/** Formats the content of a proposal as the JSON of its protobuf message. */
export function contentJson(content: ProposalContent): string {
  const { title, description, action, isExpedited = false } = content
  const isMarked = action === undefined || action.kind === 'parameterChange'
  return JSON.stringify({
    '@type': contentUrls[action?.kind ?? 'text'],
    title,
    description,
    ...(action !== undefined && membersOf(action)),
    ...(isMarked && { is_expedited: isExpedited }),
  })
}

function membersOf(action: ProposalAction): object {
  switch (action.kind) {
    case 'parameterChange':
      return { changes: action.changes }
    case 'softwareUpgrade': {
      const { name, height, info } = action.plan
      return {
        plan: { name, time: NO_TIME, height: `${height}`, info, upgraded_client_state: null },
      }
    }
    case 'cancelSoftwareUpgrade':
      return {}
    case 'communityPoolSpend': {
      const amount = action.amount.map((coin) => ({ denom: coin.denom, amount: `${coin.amount}` }))
      return { recipient: action.recipient, amount }
    }
  }
}
