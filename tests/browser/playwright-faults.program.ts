import { survivePlaywrightFaults } from '#browser/playwright-faults.ts';

survivePlaywrightFaults();
const error = new Error('Assertion error');
error.stack = `Error: Assertion error\n    at assert (/x/node_modules/${process.argv[2]}/lib/coreBundle.js:927:11)\n    at emit (node:events:524:28)`;
const rejected = Promise.reject(error);
setTimeout(() => process.stdout.write(`alive ${rejected instanceof Promise}`), 50);
