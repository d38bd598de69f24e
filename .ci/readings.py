"""What the shipped scenarios read in their full size, for the scripts beside this file."""

import json
import os
import re
import subprocess
import sys

PROGRAM = '.build/release/faultline'


def fail(text, status=1):
    """Ends the script with a message."""
    print(f'.ci/{os.path.basename(sys.argv[0])}: {text}', file=sys.stderr)
    sys.exit(status)


def measure(scenarios, folder):
    """Runs scenarios in full; their results are in the folder."""
    subprocess.run(['swift', 'build', '-c', 'release', '--product', 'faultline'], stdout=sys.stderr, check=True)
    # One pass reads what every other would, which a run of each scenario in its small size makes sure of.
    answer = subprocess.run(
        [PROGRAM, 'run', *scenarios, '--repeats', '1', '--jobs', str(os.cpu_count() or 1), '--quiet', '--no-progress',
         '--out', folder], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    if answer.returncode != 0:
        fail(f'the run ended with status {answer.returncode}:\n{answer.stdout}')
    return folder


class Readings:
    """What the scenarios of a folder of results read."""

    def __init__(self, folder):
        self.folder, self.scenarios = folder, {}

    def document(self, name):
        try:
            with open(os.path.join(self.folder, name), encoding='utf-8') as file:
                return json.load(file)
        except OSError as error:
            fail(f'there is no result: {error}')

    def scenario(self, path):
        name = os.path.basename(path)
        if name not in self.scenarios:
            self.scenarios[name] = self.document(f'{name}.json')['scenarios'][0]
        return self.scenarios[name]

    def facts(self, path):
        """The machine's facts that bytes hang on, as .ci/gallery keeps them."""
        machine = self.document(f'{os.path.basename(path)}.machine.json')['machine']
        libraries = {library['name']: library['value'] for library in machine['libraries']}
        return dict({key: machine.get(key) for key in ('architecture', 'build', 'pageSize', 'swift')},
                    jemalloc=libraries.get('jemalloc'), sqlite=libraries.get('sqlite'))

    def value(self, words, path):
        """What stands for the words in brackets, and whether it hangs on the machine."""
        scenario = self.scenario(path)
        if '@' not in words:
            found = [setting['value'] for setting in scenario['parameters'] if setting['name'] == words]
            if not found:
                raise LookupError(f'{path} has no parameter {words!r}')
            return found[0], False
        *chosen, reading = words.split()
        metric, checkpoint = reading.split('@')
        wanted = dict(word.split('=') for word in chosen if '=' in word)
        wanted['variant'] = ' '.join(word for word in chosen if '=' not in word)
        found = {}
        for trial in scenario['trials']:
            known = {setting['name']: str(setting['value']) for setting in trial['settings']}
            known.update(variant=trial['variant'], store=trial.get('store'))
            if any(known.get(name) != value for name, value in wanted.items()):
                continue
            for place in trial['checkpoints']:
                if place['name'] == checkpoint and metric in place['readings']:
                    found[trial['id']] = place['readings'][metric]
        if len(found) != 1:
            raise LookupError(f'{words!r} is read by {" and ".join(found) or "no trial"} of {path}')
        return found.popitem()[1], self.hangs(scenario, metric)

    @staticmethod
    def hangs(scenario, name):
        metric = next(metric for metric in scenario['metrics'] if metric['name'] == name)
        return metric['group'] == 'heap' or metric['scale'] == 'bytes' or name.startswith(('sql.', 'wal.'))

    def sum(self, text, path):
        """What a sum of readings comes to, and whether it hangs on the machine."""
        hangs = False

        def number(found):
            nonlocal hangs
            value, does = self.value(found.group(1), path)
            hangs = hangs or does
            return str(value)

        formula = re.sub(r'\[([^\]]+)\]', number, text)
        if not re.fullmatch(r'[\d\s.()+*/-]+', formula):
            raise LookupError(f'this is no sum of readings: {text}')
        return eval(formula), hangs
