// The page of a lab that is watched: it reloads after a save, stays where it was scrolled to, and says when the watch has
// ended. $WARPLAB is the command.
'use strict';
const assert = require('node:assert/strict');
const {spawn} = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const {test} = require('node:test');
const {pathToFileURL} = require('node:url');
const {launch} = require('./browser.js');
const {makeCourse} = require('./course.js');

// A command on a terminal, and all that it has said.
const onTerminal = (command, options) => {
  const child = spawn('script', ['--quiet', '--flush', '--command', command, '/dev/null'], options);
  let said = '', heard = () => {};
  child.stdout.on('data', (text) => { said += text; heard(); });
  return {
    child,
    type: (key) => child.stdin.write(key),
    // Waits for `text` to be said once more.
    until: async (text) => {
      while (!said.includes(text)) await new Promise((resolve) => { heard = resolve; });
      said = said.slice(said.indexOf(text) + text.length);
    },
  };
};

test('the page of a watched lab reloads after a save, and says when the watch has ended', async () => {
  const course = makeCourse(), opened = path.join(course, 'opened');
  fs.writeFileSync(path.join(course, 'xdg-open'), `#!/bin/sh\necho "$1" >'${opened}.new' && mv '${opened}.new' '${opened}'\n`,
                   {mode: 0o755});
  const watch = onTerminal(`'${process.env.WARPLAB}' watch lab1`, {
    cwd: course, env: {...process.env, DISPLAY: ':9', PATH: `${course}:${process.env.PATH}`}});
  const browser = await launch();
  try {
    await watch.until('q quit');
    watch.type('o');
    await watch.until('it reloads after each run');
    while (!fs.existsSync(opened)) await new Promise((resolve) => { setTimeout(resolve, 10); });

    const page = await browser.newPage({viewport: {width: 1280, height: 200}});
    const complaints = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(pathToFileURL(fs.readFileSync(opened, 'utf8').trim()).href);
    await page.waitForURL('http://127.0.0.1:*/**');
    await page.getByText('This page reloads after each run').waitFor();
    await page.evaluate(() => scrollTo(0, 120));

    fs.writeFileSync(path.join(course, 'labs/lab1-convolution-c/convolution.c'), '#error saved in an editor\n');
    await page.getByText('saved in an editor').first().waitFor({state: 'attached'});
    assert.equal(await page.locator('#live').getAttribute('data-version'), '2');
    assert.equal(await page.evaluate(() => scrollY), 120);
    assert.deepEqual(complaints, []);

    watch.type('q');
    await page.getByText('The watch has ended. This page does not change any more.').waitFor({state: 'attached'});
  } finally {
    watch.child.kill();
    await browser.close();
    fs.rmSync(course, {recursive: true, force: true});
  }
});
