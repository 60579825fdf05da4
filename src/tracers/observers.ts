import type { Observer, StepObserver } from '../evm/run/observer.ts'

/** Combines several observers. */
export function joinObservers(observers: readonly Observer[]): Observer {
  const frames = observers.flatMap(({ frames: hooks }) => (hooks === undefined ? [] : [hooks]))
  const steps = observers.flatMap(({ steps: hooks }) => (hooks === undefined ? [] : [hooks]))
  const changed = frames.filter((hooks) => hooks.changed !== undefined)
  const pausing = observers.filter(({ pause }) => pause !== undefined)
  return {
    ...(frames.length > 0 && {
      frames: {
        enter: (start) => frames.forEach((hooks) => void hooks.enter(start)),
        exit: (end) => frames.forEach((hooks) => void hooks.exit(end)),
        log: (log) => frames.forEach((hooks) => void hooks.log(log)),
        access: (address, slot) => frames.forEach((hooks) => void hooks.access(address, slot)),
        ...(changed.length > 0 && {
          changed: (account) => changed.forEach((hooks) => void hooks.changed?.(account)),
        }),
      },
    }),
    ...(steps.length > 0 && { steps: joinSteps(steps) }),
    begin: (storage) => observers.forEach((observer) => void observer.begin?.(storage)),
    ...(pausing.length > 0 && {
      async pause() {
        for (const observer of pausing) await observer.pause?.()
      },
    }),
  }
}

/** Records have everything that any of them needs. */
function joinSteps(observers: readonly StepObserver[]): StepObserver {
  return {
    stackWords: Math.max(...observers.map(({ stackWords }) => stackWords)),
    memory: observers.some(({ memory }) => memory),
    returnData: observers.some(({ returnData }) => returnData),
    isSingle: observers.some(({ isSingle }) => isSingle === true),
    steps: (batch) => observers.forEach((observer) => void observer.steps(batch)),
  }
}
