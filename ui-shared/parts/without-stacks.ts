/** What makes errors. From this module on those that are made without `new` remember no calls, until it is put back. */
export const usualError = globalThis.Error

const withoutStack = (message: string) => Object.assign(Object.create(usualError.prototype), { message })
Reflect.set(globalThis, 'Error', withoutStack)
