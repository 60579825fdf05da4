/**
 * Phrases that hide the subject or the action, each with a suggestion.
 *
 * @type {readonly (readonly [RegExp, string])[]}
 */
export const PHRASES = [
  [/\b(goes|go|went|going) on\b/i, 'write "continues" or "resumes"'],
  [
    /\b(say|says|said|saying) (whether|so|how|which|who|what)\b/i,
    'write "reports", "returns" or "checks"',
  ],
  [/\b(is|are|was|were|be|been|being) told\b/i, 'write "receives" or "is notified"'],
  [
    /\btell(s|ing)? (of|whether|about|apart|it|them|who|how)\b/i,
    'write "notifies", "reports" or "emits"',
  ],
  [/\b(take|takes|taken|took|taking) (it |them |that |all )?back\b/i, 'write "reverts"'],
  [
    /\b(where|if|when) there (is|are|was|were) (none|nothing|one|any)\b/i,
    'name the thing: "if no block exists"',
  ],
  [/\bthere (is|are) (none|nothing)\b/i, 'write "no X exists" or "returns null"'],
  [/\bwhat (became|came) (of|out)\b/i, 'write "the result of"'],
  [
    /\bwhat (is|was|are|were) (there|asked|given|told|said|left|done|sent|new|known|meant)\b/i,
    'use a noun',
  ],
  [
    /\b(who|whoever) (sent|asks|asked|called|calls|made|reads|waits|signed|watches)\b/i,
    'use a noun: "the sender"',
  ],
  [/\bwhoever\b|\bwhomever\b|\bwhosever\b/i, 'use a noun'],
  [/\bas it (is|was) there\b|\bas long as it is there\b/i, 'write "while it exists"'],
  [/\b(in|into) words\b/i, 'write "as text" or "as a message"'],
  [/\bin the place of\b/i, 'write "instead of"'],
  [/\blets? (go of|others|nobody)\b/i, 'write "releases" or "yields"'],
  [/\b(have|has|had) (their|its) turn\b|\bothers'? turns?\b/i, 'write "yields to the event loop"'],
  [/\b(somebody|anybody|nobody|everybody)\b/i, 'name the subject: "a client", "no caller"'],
  [
    /\b(begins?|began|starts?|made|makes?|written|read) anew\b|\banew\b/i,
    'write "again" or "restarts"',
  ],
  [/\bat the (most|least)\b/i, 'write "at most" or "at least"'],
  [/\bso many\b|\bso much\b|\bso far as\b/i, 'give the number or name it'],
  [/\bthe other way (round|around)\b/i, 'write "the reverse"'],
  [/\b(of|in) (such|that) a (one|kind)\b/i, 'name the thing'],
  [/\bno sound\b/i, 'write "invalid"'],
  [
    /(?<!\bthere )\b(is|are) no (address|number|hash|block|transaction|name|option|json|text|valid|longer than)\b/i,
    'write "is not a…"',
  ],
  [/\bis of (no|any) use\b/i, 'write "is invalid" or "is unused"'],
  [/\bfinds? (one's|its|their) way\b/i, 'write "locates"'],
  [/\bundefined: (none|nothing|no|not|there|never|any|all|the|as|it)\b/i, 'write "Undefined if …"'],
  [
    /\bno longer there\b|\bis not there\b|\bare not there\b/i,
    'write "does not exist" or "was removed"',
  ],
  [/\bis there (already|yet|twice|by half)\b/i, 'write "exists"'],
  [/\b(comes?|came) (to nothing|of it|of that)\b/i, 'name the result'],
  [/\bdoes (it|so) again\b/i, 'write "repeats"'],
  [
    /\b(stands?|stood) (at|for|in) (the|its|their|an?) (end|start|beginning|minimum|place|front)\b/i,
    'write "is"',
  ],
  [/\bto (one's|their|his) (liking|own)\b/i, 'name the subject'],
  [/\bas (it|they) (deserves?|likes?|wants?|pleases?)\b/i, 'name the rule'],
  [
    /\bthereby\b|\bwhereby\b|\bwherein\b|\bthereof\b|\bhereby\b|\bhenceforth\b|\bupon which\b/i,
    'use plain words',
  ],
  [/\bmake[s]? (sure|certain) of\b/i, 'write "checks"'],
  [/\bsees? to it\b/i, 'write "ensures"'],
  [/\bfrom (now|then|here|there) on\b/i, 'write "after this" or "from block N"'],
]
