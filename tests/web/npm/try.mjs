// Solves, proves and checks a puzzle with the installed package.

import assert from 'node:assert/strict';
import { Engine, QedokuError, check } from 'qedoku';

const puzzle = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......';
const solution = '417369825632158947958724316825437169791586432346912758289643571573291684164875293';

const engine = await Engine.create();
const path = engine.solve(puzzle);
assert.ok(path.steps.length > 10);
assert.ok(path.steps.every((step) => step.sentence.length > 0));

const proof = engine.prove(puzzle);
const checked = await check(proof);
assert.equal(checked.verdict, 'accepted');
assert.ok(checked.words.includes(solution), checked.words);

// The proof has one additional given, which contradicts the solution.
const forged = await check(proof.replace(puzzle, `${puzzle.slice(0, 1)}2${puzzle.slice(2)}`));
assert.notEqual(forged.verdict, 'accepted');

assert.ok(engine.hint(puzzle).step.sentence);
assert.ok(engine.grade(puzzle).score > 0);
assert.throws(() => engine.read('no puzzle'), QedokuError);
console.log(`solved in ${path.steps.length} steps; the checker says: ${checked.words}`);
