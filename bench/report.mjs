// The figures as a table: milliseconds, and beside them how many times the floor's.

const number = (value, digits = 1) => (Number.isFinite(value) ? value.toFixed(digits) : '–');

export function printReport({ on, machine, sections, growth }) {
  const protections = Object.entries(on).map(([name, isOn]) => `${name} ${isOn ? 'on' : 'OFF'}`);
  console.log(
    `\n${protections.join(', ')}   (load ${number(machine.loadBefore)} → ${number(machine.loadAfter)})`,
  );
  if (Object.values(on).includes(false)) console.log('These figures do not count: something is off.');
  for (const [name, results] of Object.entries(sections)) {
    if (name === 'snapshot') {
      for (const [page, byName] of Object.entries(results)) printRows(`snapshot ${page}`, byName);
      continue;
    }
    printRows(name, results);
  }
  if (growth) {
    console.log('\ngrowth exponent, 1,000 to 5,000 rows');
    for (const [name, value] of Object.entries(growth))
      console.log(`  ${name.padEnd(16)} ${number(value, 2)}`);
  }
}

function printRows(title, byName) {
  console.log(`\n${title}`);
  const floor = byName.floor;
  for (const [name, result] of Object.entries(byName))
    console.log(`  ${name.padEnd(16)} ${rowOf(result, floor)}`);
}

function rowOf(result, floor) {
  if (result.error) return `failed: ${result.error}`;
  const parts = [];
  if (result.ms !== undefined)
    parts.push(`${number(result.ms).padStart(8)} ms`, `least ${number(result.least)}`.padStart(13));
  if (floor?.ms && result.ms !== undefined && result !== floor) {
    const ofLeast = number(result.least / floor.least, 2);
    parts.push(`${number(result.ms / floor.ms, 2)} ×`.padStart(9), `(of least ${ofLeast} ×)`.padStart(19));
  }
  if (result.characters !== undefined) parts.push(`${result.characters} characters`.padStart(19));
  if (result.megabytes !== undefined) parts.push(`${result.megabytes} MB`);
  return parts.join(' ');
}
